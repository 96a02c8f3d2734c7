import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, post } from '../api/request.ts';
import { Boundary } from '../components/Boundary.tsx';
import { DidYouMean } from './DidYouMean.tsx';
import { FindSent } from './FindSent.tsx';
import { Support } from './Support.tsx';

const NO_ADDRESS =
  'That doesn’t look like an email address. Please check it, as in name@example.com.';

function explainError(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return 'We couldn’t reach the shop. Check your connection and press the button again.';
  }
  if (error.code === 'invalid_request') return NO_ADDRESS;
  return error.detail ?? 'Something went wrong on our side. Please try again in a minute.';
}

type Props = { supportEmail: string };

/**
 * Requests an email with links to all purchases of an address. The hash `#sent` in the URL then
 * shows a panel instead of the form. Without React, the function redirects the plain form to
 * `#sent`.
 */
export const FindPurchase = (props: Props) => (
  <Boundary instead={<Support email={props.supportEmail} />}>
    <Find {...props} />
  </Boundary>
);

function Find({ supportEmail }: Props) {
  const [address, setAddress] = useState('');
  /** The address when the field lost the focus. */
  const [blurredAddress, setBlurredAddress] = useState('');
  const [sentTo, setSentTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // A parent may type before React loads, and the browser may restore what was typed.
  useEffect(() => setAddress(field.current?.value ?? ''), []);

  function correct(corrected: string): void {
    setAddress(corrected);
    if (location.hash === '#sent') location.hash = 'email';
    field.current?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await post('/api/find-purchase', { email: address });
      setSentTo(address.trim());
      location.hash = 'sent';
      heading.current?.focus();
    } catch (error) {
      const message = explainError(error);
      setProblem(message);
      if (message === NO_ADDRESS) field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <FindSent heading={heading} sentTo={sentTo} onCorrect={correct} supportEmail={supportEmail} />
      <div className="mt-8 max-w-xl peer-target:hidden">
        <form
          method="post"
          action="/api/find-purchase"
          className="note"
          onSubmit={(event) => void submit(event)}
        >
          <label className="font-semibold" htmlFor="email">
            Your email address
          </label>
          <p id="email-hint" className="mt-1 text-small text-quiet">
            The one you entered on the payment page.
          </p>
          <input
            ref={field}
            id="email"
            className="field mt-3 scroll-mt-24"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            aria-invalid={problem === NO_ADDRESS}
            aria-describedby="email-hint email-problem"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onBlur={() => setBlurredAddress(address)}
          />
          <div aria-live="polite">
            {blurredAddress === address && <DidYouMean address={address} onCorrect={correct} />}
          </div>
          <p id="email-problem" role="alert" className="mt-2 text-small text-alert">
            {problem}
          </p>
          <button
            className="button mt-4 w-full sm:w-auto"
            aria-disabled={busy}
            aria-busy={busy}
            // Keeps the focus in the field. Otherwise its hint would move the button away from the
            // pointer.
            onMouseDown={(event) => event.preventDefault()}
          >
            {busy ? 'Sending...' : 'Send me my links'}
          </button>
        </form>
      </div>
    </>
  );
}

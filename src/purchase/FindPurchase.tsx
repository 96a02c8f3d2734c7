import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, post } from '../api/request.ts';
import { Boundary } from '../components/Boundary.tsx';
import { DidYouMean } from './DidYouMean.tsx';
import { Support } from './states.tsx';

const NO_ADDRESS =
  'That doesn’t look like an email address. Please check it, as in name@example.com.';

/** Why nothing was sent, and what to do. The shop's own words come first. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return 'We couldn’t reach the shop. Check your connection and press the button again.';
  }
  if (error.code === 'invalid_request') return NO_ADDRESS;
  return error.detail ?? 'Something went wrong on our side. Please try again in a minute.';
}

type Props = { supportEmail: string };

/**
 * Requests an email with everything bought with an address. Then "#sent" in the page's address shows a panel instead of
 * the form. This works without React too: the function redirects a plain form to "#sent".
 */
export const FindPurchase = (props: Props) => (
  <Boundary instead={<Support email={props.supportEmail} />}>
    <Find {...props} />
  </Boundary>
);

function Find({ supportEmail }: Props) {
  const [address, setAddress] = useState('');
  /** The address as it was when the field was left. */
  const [left, setLeft] = useState('');
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
      const message = messageOf(error);
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
            onBlur={() => setLeft(address)}
          />
          <div aria-live="polite">
            {left === address && <DidYouMean address={address} onCorrect={correct} />}
          </div>
          <p id="email-problem" role="alert" className="mt-2 text-small text-alert">
            {problem}
          </p>
          <button
            className="button mt-4 w-full sm:w-auto"
            aria-disabled={busy}
            aria-busy={busy}
            // Without this the field loses the focus, and its hint moves the button away from the pointer.
            onMouseDown={(event) => event.preventDefault()}
          >
            {busy ? 'Sending...' : 'Send me my links'}
          </button>
        </form>
      </div>
    </>
  );
}

type SentProps = {
  heading: RefObject<HTMLHeadingElement | null>;
  /** Empty if the form was sent without React. */
  sentTo: string;
  onCorrect: (corrected: string) => void;
  supportEmail: string;
};

/** Shown after the form was sent, when the page's address ends in "#sent". */
function FindSent({ heading, sentTo, onCorrect, supportEmail }: SentProps) {
  return (
    <section
      id="sent"
      className="note peer mt-8 max-w-xl not-target:hidden"
      aria-labelledby="sent-heading"
    >
      <h2 ref={heading} id="sent-heading" className="text-title outline-none" tabIndex={-1}>
        Check your inbox
      </h2>
      <p className="mt-3">
        If you bought anything with{' '}
        <strong className="font-semibold wrap-anywhere">{sentTo || 'this address'}</strong>, an
        email with the link to each purchase is on its way. It usually takes a minute or two. On a
        busy day, it may not arrive until tomorrow. Check your spam folder too.
      </p>
      <DidYouMean address={sentTo} onCorrect={onCorrect} />
      <p className="mt-5">
        <strong className="font-semibold">Nothing there?</strong> You may have paid with a different
        address.{' '}
        <a className="link whitespace-nowrap" href="#email">
          Try that one
        </a>
        , or write to{' '}
        <a className="link wrap-anywhere" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>{' '}
        and tell us which day you paid. A real person will look it up.
      </p>
    </section>
  );
}

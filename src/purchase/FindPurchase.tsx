import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, UnsentError, post } from '../api/request.ts';
import { Boundary } from '../components/Boundary.tsx';
import { DidYouMean } from './DidYouMean.tsx';
import { FindSent } from './FindSent.tsx';
import { Support } from './Support.tsx';

const FIELD_ID = 'email';

const NO_ADDRESS =
  'That doesn’t look like an email address. Please check it. It should look like name@example.com.';

function explainError(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return 'We couldn’t reach the shop. Check your connection and press the button again.';
  }
  if (error.code === 'invalid_request') return NO_ADDRESS;
  return error.detail ?? 'Something went wrong on our side. Please try again in a minute.';
}

type Props = { supportEmail: string };

/**
 * Requests an email with links to all purchases made with an address. A panel replaces the form
 * while the URL ends in `#sent`. Without React, the browser submits the plain form to the API,
 * which redirects to `#sent`.
 */
export const FindPurchase = (props: Props) => (
  <Boundary instead={<Support email={props.supportEmail} />}>
    <Find {...props} />
  </Boundary>
);

/** Browsers reject an address with the full-width "＠" from Chinese and Japanese keyboards. */
function foldAtSign(field: HTMLInputElement): void {
  if (field.value.includes('＠')) field.value = field.value.replace('＠', '@');
}

type Typed = { readonly address: string; readonly hasFocus: boolean };

/**
 * What a parent typed before React loaded. The text would be lost if a password manager had added
 * an element to the form, because React would then replace the form.
 */
function readTyped(): Typed {
  if (import.meta.env.SSR) return { address: '', hasFocus: false };
  const field = document.querySelector<HTMLInputElement>(`#${FIELD_ID}`);
  return { address: field?.value ?? '', hasFocus: document.activeElement === field };
}

/** Reads the field instead of React state, because autofill may change it without an event. */
const addressIn = (field: RefObject<HTMLInputElement | null>): string => field.current?.value ?? '';

function Find({ supportEmail }: Props) {
  const [typed] = useState(readTyped);
  /** The address that was in the field when it lost focus; '' while the buyer is typing. */
  const [finished, setFinished] = useState('');
  const [sentTo, setSentTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  /** After a request that got no response, the browser submits the form itself. */
  const [isPlain, setPlain] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    if (typed.hasFocus) field.current?.focus();
  }, [typed]);

  function correct(corrected: string): void {
    if (field.current) field.current.value = corrected;
    setFinished('');
    if (location.hash === '#sent') location.hash = 'email';
    field.current?.focus();
  }

  async function send(form: HTMLFormElement): Promise<void> {
    const email = addressIn(field);
    setBusy(true);
    setProblem('');
    try {
      await post('/api/find-purchase', { email });
      setSentTo(email.trim());
      location.hash = 'sent';
      heading.current?.focus();
    } catch (error) {
      if (error instanceof UnsentError) return form.submit();
      const message = explainError(error);
      setProblem(message);
      setPlain(!(error instanceof ApiError));
      if (message === NO_ADDRESS) field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    if (isPlain) return;
    event.preventDefault();
    if (!busy) void send(event.currentTarget);
  }

  return (
    <>
      <FindSent heading={heading} sentTo={sentTo} onCorrect={correct} supportEmail={supportEmail} />
      <div className="mt-8 max-w-xl peer-target:hidden">
        <form method="post" action="/api/find-purchase" className="note" onSubmit={submit}>
          <label className="font-semibold" htmlFor={FIELD_ID}>
            Your email address
          </label>
          <p id="email-hint" className="mt-1 text-small text-quiet">
            The one you entered on the payment page, spelled the same way.
          </p>
          <input
            ref={field}
            id={FIELD_ID}
            className="field mt-3 scroll-mt-24"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            aria-invalid={problem === NO_ADDRESS}
            aria-describedby="email-hint email-problem"
            defaultValue={typed.address}
            onInput={({ currentTarget }) => {
              foldAtSign(currentTarget);
              setFinished('');
            }}
            onBlur={() => setFinished(addressIn(field))}
          />
          <div aria-live="polite">
            <DidYouMean address={finished} onCorrect={correct} />
          </div>
          <p id="email-problem" role="alert" className="mt-2 text-small text-alert">
            {problem}
          </p>
          <button
            className="button mt-4 w-full sm:w-auto"
            aria-disabled={busy}
            aria-busy={busy}
            // Keeps the focus in the field. If the field lost the focus, a correction could appear
            // and move the button away from the pointer.
            onMouseDown={(event) => event.preventDefault()}
          >
            {busy ? 'Sending...' : 'Send me my links'}
          </button>
        </form>
      </div>
    </>
  );
}

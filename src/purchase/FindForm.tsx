import { type RefObject, type SubmitEvent, useState } from 'react';
import { ApiError, post } from '../api/request.ts';
import type { FindPurchaseRequest, FindPurchaseResponse } from '../contract/find-purchase.ts';
import { DidYouMean } from './DidYouMean.tsx';

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

/** Asks for an email with everything bought with an address. The answer does not say whether there is anything. */
const findPurchase = (email: string): Promise<FindPurchaseResponse> =>
  post<FindPurchaseRequest, FindPurchaseResponse>('/api/find-purchase', { email });

type Props = {
  field: RefObject<HTMLInputElement | null>;
  address: string;
  onType: (address: string) => void;
  onCorrect: (corrected: string) => void;
  onSent: () => void;
};

/** Works without React too: the function redirects a plain form to "#sent". */
export function FindForm({ field, address, onType, onCorrect, onSent }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [typing, setTyping] = useState(true);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await findPurchase(address);
      onSent();
    } catch (error) {
      const message = messageOf(error);
      setProblem(message);
      if (message === NO_ADDRESS) field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
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
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        aria-invalid={problem === NO_ADDRESS}
        aria-describedby="email-hint email-problem"
        value={address}
        onChange={(event) => {
          onType(event.target.value);
          setTyping(true);
        }}
        onBlur={() => setTyping(false)}
      />
      <div aria-live="polite">
        {!typing && <DidYouMean address={address} onCorrect={onCorrect} />}
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
  );
}

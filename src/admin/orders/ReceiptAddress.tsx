import { type SubmitEvent, useId } from 'react';
import { YesNo } from '../Action.tsx';

type Props = { isBusy: boolean; onSend: (to: string) => void; onBack: () => void };

/** Asks for a different address for a receipt. */
export function ReceiptAddress({ isBusy, onSend, onBack }: Props) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSend(String(new FormData(event.currentTarget).get('to') ?? '').trim());
  };
  return (
    <form className="note mt-3 border-2 border-rule shadow-none" onSubmit={submit}>
      <label className="font-semibold" htmlFor={id}>
        Email address, for this receipt only
      </label>
      {/* The address belongs to a buyer, so the owner's browser must not remember it. */}
      <input
        id={id}
        className="field mt-2 w-full"
        name="to"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-next="address"
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="mt-2 text-small text-quiet">
        Anyone who reads it there can download the files. The shop doesn’t store this address, and
        the one in Stripe stays the same.
      </p>
      <YesNo
        yes="Send the receipt"
        no="Don’t send"
        isBusy={isBusy}
        busyWords="Sending..."
        onNo={onBack}
      />
    </form>
  );
}

import { useEffect, useRef, useState } from 'react';
import { FindForm } from './FindForm.tsx';
import { FindSent } from './FindSent.tsx';
import { WriteToSupport } from './WriteToSupport.tsx';

type Props = { supportEmail: string };

/** Asks for the address. Once it is sent, "#sent" in the page's address shows the panel in place of the form. */
export function FindPurchase({ supportEmail }: Props) {
  const [address, setAddress] = useState('');
  const [sentTo, setSentTo] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // A parent may type before React is there, and the browser may restore what was typed.
  useEffect(() => setAddress(field.current?.value ?? ''), []);

  function showSent(): void {
    setSentTo(address.trim());
    location.hash = 'sent';
    heading.current?.focus();
  }

  function correct(corrected: string): void {
    setAddress(corrected);
    if (location.hash === '#sent') location.hash = 'email';
    field.current?.focus();
  }

  return (
    <>
      <FindSent heading={heading} sentTo={sentTo} onCorrect={correct} supportEmail={supportEmail} />
      <div className="mt-8 max-w-xl peer-target:hidden">
        <FindForm
          field={field}
          address={address}
          onType={setAddress}
          onCorrect={correct}
          onSent={showSent}
        />
        <p className="mt-6">
          We send one email to this address, with the link to everything that was bought with it.
          Most of the time it takes a minute or two. If you do not see it, look into your spam
          folder.
        </p>
        <p className="mt-4 text-small text-quiet">
          An address gets at most three such emails an hour, and six a day. You do not know which
          one it was? <WriteToSupport supportEmail={supportEmail} />
        </p>
      </div>
    </>
  );
}

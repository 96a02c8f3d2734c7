import { type RefObject, useEffect, useRef, useState } from 'react';
import { DidYouMean } from './DidYouMean.tsx';
import { FindForm } from './FindForm.tsx';

function WriteToSupport({ supportEmail }: { supportEmail: string }) {
  return (
    <>
      Write to{' '}
      <a className="link wrap-anywhere" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>{' '}
      and tell us which day you paid. A real person will look it up.
    </>
  );
}

type SentProps = {
  heading: RefObject<HTMLHeadingElement | null>;
  /** Empty when the form was sent without React. */
  sentTo: string;
  onCorrect: (corrected: string) => void;
  supportEmail: string;
};

/** Shown once the form was sent. */
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
        {sentTo ? (
          <strong className="font-semibold wrap-anywhere">{sentTo}</strong>
        ) : (
          'this address'
        )}
        , an email with the link to each purchase is on its way. It usually takes a minute or two.
        On a busy day, it can take until the next one. Check your spam folder too.
      </p>
      <DidYouMean address={sentTo} onCorrect={onCorrect} />
      <h3 className="mt-5 font-semibold">Nothing there?</h3>
      <ul className="mt-2 grid max-w-[62ch] list-disc gap-2 pl-5">
        <li>
          You may have paid with a different address.{' '}
          <a className="link whitespace-nowrap" href="#email">
            Try that one
          </a>
        </li>
        <li>
          <WriteToSupport supportEmail={supportEmail} />
        </li>
      </ul>
    </section>
  );
}

/** Asks for the address. After sending, "#sent" in the page's address shows a panel in place of the form. */
export function FindPurchase({ supportEmail }: { supportEmail: string }) {
  const [address, setAddress] = useState('');
  const [sentTo, setSentTo] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // A parent may type before React loads, and the browser may restore what was typed.
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
          We send one email to this address, with links to everything you bought with it. It usually
          takes a minute or two. If you don’t see it, check your spam folder.
        </p>
        <p className="mt-4 text-small text-quiet">
          We send an address at most three of these emails an hour, and six a day. Not sure which
          one it was? <WriteToSupport supportEmail={supportEmail} />
        </p>
      </div>
    </>
  );
}

import type { RefObject } from 'react';
import { DidYouMean } from './DidYouMean.tsx';

type Props = {
  heading: RefObject<HTMLHeadingElement | null>;
  /** Empty if the form was sent without React. */
  sentTo: string;
  onCorrect: (corrected: string) => void;
  supportEmail: string;
};

/** Shown while the URL ends in `#sent`. */
export function FindSent({ heading, sentTo, onCorrect, supportEmail }: Props) {
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

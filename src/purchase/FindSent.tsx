import type { RefObject } from 'react';
import { DidYouMean } from './DidYouMean.tsx';
import { WriteToSupport } from './WriteToSupport.tsx';

type Props = {
  heading: RefObject<HTMLHeadingElement | null>;
  /** Empty where the form was sent without React. */
  sentTo: string;
  onCorrect: (corrected: string) => void;
  supportEmail: string;
};

/** What follows a send. */
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
        If anything was bought with{' '}
        {sentTo ? (
          <strong className="font-semibold wrap-anywhere">{sentTo}</strong>
        ) : (
          'this address'
        )}
        , an email with the link to each purchase is on its way. Most of the time it takes a minute
        or two, and on a busy day it can take until the next one. Look into your spam folder too.
      </p>
      <DidYouMean address={sentTo} onCorrect={onCorrect} />
      <h3 className="mt-5 font-semibold">Nothing there?</h3>
      <ul className="mt-2 grid max-w-[62ch] list-disc gap-2 pl-5">
        <li>
          You may have paid with another address.{' '}
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

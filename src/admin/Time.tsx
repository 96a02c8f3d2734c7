import { timeWords } from './time.ts';

/** A time in the owner's time zone. */
export const Time = ({ at, className }: { at: string; className?: string }) => (
  <time className={className} dateTime={at}>
    {timeWords(at)}
  </time>
);

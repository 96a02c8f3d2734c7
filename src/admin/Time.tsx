import { formatLocalTime } from './time.ts';

/** Uses the browser's time zone. */
export const Time = ({ at, className }: { at: string; className?: string }) => (
  <time className={className} dateTime={at}>
    {formatLocalTime(at)}
  </time>
);

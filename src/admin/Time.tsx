import { useEffect, useState } from 'react';
import { localTime, utcTime } from './time.ts';

const UPDATE_MS = 60_000;

/** Unix time in milliseconds, updated every minute, for text such as "4 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Props = { at: string; words?: (iso: string, nowMs: number) => string; className?: string };

/** A time as text, in the owner's time zone unless `words` formats it. The tooltip shows it in UTC. */
export function Time({ at, words = localTime, className }: Props) {
  const now = useNow();
  return (
    <time className={className} dateTime={at} title={utcTime(at)}>
      {words(at, now)}
    </time>
  );
}

import { useEffect, useState } from 'react';
import { localTime, utcTime } from './time.ts';

const EVERY_MS = 60_000;

/** Unix time in milliseconds, to the minute, for words such as "4 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Props = { at: string; words?: (iso: string, nowMs: number) => string; className?: string };

/** A moment in words, those of the owner's own clock unless others are given; in UTC for who points at it. */
export function Time({ at, words = localTime, className }: Props) {
  const now = useNow();
  return (
    <time className={className} dateTime={at} title={utcTime(at)}>
      {words(at, now)}
    </time>
  );
}

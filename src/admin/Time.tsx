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

/** A time as text, in the owner's time zone. The tooltip shows it in UTC. */
export function Time({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  return (
    <time className={className} dateTime={at} title={utcTime(at)}>
      {localTime(at, now)}
    </time>
  );
}

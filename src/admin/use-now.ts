import { useEffect, useState } from 'react';

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

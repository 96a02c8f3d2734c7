/** Units by the number of them from which they are easier to read than the next smaller one. */
const UNITS = [
  { unit: 'hours', inSeconds: 3600, from: 2 },
  { unit: 'minutes', inSeconds: 60, from: 2 },
] as const;

/**
 * How long to wait, for a person to read; never too short.
 *
 *     formatWait(1)     // "in 1 second"
 *     formatWait(60)    // "in 60 seconds"
 *     formatWait(3500)  // "in 59 minutes"
 */
export const formatWait = (seconds: number): string => {
  const found = UNITS.find(({ inSeconds, from }) => seconds >= from * inSeconds);
  if (found) return `in ${Math.ceil(seconds / found.inSeconds)} ${found.unit}`;
  return `in ${seconds} second${seconds === 1 ? '' : 's'}`;
};

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * How long to wait, for a person to read; never too short.
 *
 *     inWords(42)    // "in 42 seconds"
 *     inWords(3500)  // "in 59 minutes"
 */
export const inWords = (seconds: number): string => {
  const [unit, length] = UNITS.find(([, inSeconds]) => seconds >= inSeconds) ?? UNITS[2];
  const count = Math.ceil(seconds / length);
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
};

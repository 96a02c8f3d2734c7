const [BACKSLASH, OPEN, CLOSE, LESS, MORE, SLASH] = [92, 40, 41, 60, 62, 47];

/** What ends a name or a number: white space and delimiters (ISO 32000-1 section 7.2.2). */
const ENDS: ReadonlySet<number> = new Set(
  [0, 9, 10, 12, 13, 32, ...'()<>[]{}/%'].map((it) =>
    typeof it === 'number' ? it : it.charCodeAt(0),
  ),
);

const endOfString = (bytes: Uint8Array, from: number, limit: number): number => {
  let depth = 0;
  for (let at = from; at < limit; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === OPEN) depth += 1;
    else if (bytes[at] === CLOSE) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return limit;
};

const endOfRun = (bytes: Uint8Array, from: number, limit: number): number => {
  let at = from + 1;
  while (at < limit && !ENDS.has(bytes[at] ?? 0)) at += 1;
  return at;
};

/** Whether the string, name or number that begins there goes on for longer than so many bytes. */
export const isLongerThan = (bytes: Uint8Array, from: number, most: number): boolean => {
  const limit = Math.min(from + most, bytes.byteLength);
  const first = bytes[from];
  if (first === OPEN) return endOfString(bytes, from, limit) === from + most;
  if (first === LESS && bytes[from + 1] !== LESS) {
    const end = bytes.subarray(from, limit).indexOf(MORE);
    return end === -1 && limit === from + most;
  }
  if (first === SLASH || !ENDS.has(first ?? 0)) return endOfRun(bytes, from, limit) === from + most;
  return false;
};

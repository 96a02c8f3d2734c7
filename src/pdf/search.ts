export const startsWith = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let n = 0; n < word.length; n += 1) {
    if (bytes[at + n] !== word.charCodeAt(n)) return false;
  }
  return true;
};

/** Where the word stands first, from there on; -1 where it does not. */
export const indexOf = (bytes: Uint8Array, word: string, from: number): number => {
  const first = word.charCodeAt(0);
  let at = bytes.indexOf(first, from);
  while (at !== -1 && !startsWith(bytes, at, word)) at = bytes.indexOf(first, at + 1);
  return at;
};

/** How many letters must change to turn one word into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The word that was probably meant, if any comes close. */
export function closest(word: string, words: readonly string[]): string | undefined {
  const ranked = words
    .map((known) => ({ known, away: distance(word.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  const best = ranked[0];
  return best && best.away < word.length && best.away <= Math.max(2, word.length / 3)
    ? best.known
    : undefined;
}

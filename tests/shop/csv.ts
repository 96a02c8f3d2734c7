/**
 * The records of a CSV file, keyed by column. "Day (...)" becomes "Day". No cell has a line break.
 */
export const recordsIn = (csv: string): Record<string, string>[] => {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const [head = [], ...rest] = lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  return rest.map((cells) =>
    Object.fromEntries(head.map((title, at) => [title.replace(/^Day .*/, 'Day'), cells[at] ?? ''])),
  );
};

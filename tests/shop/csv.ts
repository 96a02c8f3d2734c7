/**
 * Parses a CSV file into records, keyed by column title. The title "Day (...)" becomes "Day". Cells
 * must not contain line breaks.
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

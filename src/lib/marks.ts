const marks = import.meta.glob<string>('/content/logos/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The drawing of a logo, hidden from screen readers, since the name stands beside it. */
export function drawMark(file: string): string {
  const svg = marks[`/content/logos/${file}`];
  // A build has checked it; a file changed under `npm run dev` has not been.
  if (svg === undefined) throw new Error(`content/logos has no drawing "${file}".`);
  return svg.replace('<svg', '<svg aria-hidden="true" focusable="false"');
}

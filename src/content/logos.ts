const marks = import.meta.glob<string>('/content/logos/*.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** The address of a logo's drawing. */
export function markAddress(file: string): string {
  const address = marks[`/content/logos/${file}`];
  // A build has checked it; a file changed under `npm run dev` has not been.
  if (address === undefined) throw new Error(`content/logos has no drawing "${file}".`);
  return address;
}

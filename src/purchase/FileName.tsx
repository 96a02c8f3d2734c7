/** Keeps the range in "Ages-6-10.pdf" on one line. The rest of a name may break anywhere. */
export function FileName({ name }: { name: string }) {
  const range = /\d+-\d+/.exec(name);
  const start = range?.index ?? name.length;
  const end = start + (range?.[0].length ?? 0);
  return (
    // Page translation replaces text nodes, so React could no longer update them. With a key, React
    // replaces the whole element.
    <span key={name} className="wrap-anywhere">
      {name.slice(0, start)}
      <span className="whitespace-nowrap">{name.slice(start, end)}</span>
      {name.slice(end)}
    </span>
  );
}

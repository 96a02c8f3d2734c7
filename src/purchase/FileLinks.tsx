import type { Links } from './purchase.ts';

type Props = {
  links: Links | null;
  /** What a file is, by its name: "A Seed in the Jar, ages 6–10, PDF". */
  titles: Readonly<Record<string, string>>;
  /** How many there will be, so that they find their room. */
  count: number;
};

/** Every file as a plain link: what phones and in-app browsers use. */
export function FileLinks({ links, titles, count }: Props) {
  return (
    <section className="note" aria-labelledby="file-links">
      <h2 id="file-links" className="text-title">
        Each file as a link
      </h2>
      <p className="mt-2">
        On a phone or a tablet, tap a file. If it opens instead of being saved, save it by the share
        button. If it stops on a slow connection, choose “Resume” in your browser’s downloads.
      </p>
      {links?.files.length === 0 ? (
        <p className="mt-3 py-2.5">The links could not be fetched. The button above tries again.</p>
      ) : (
        <ul className="mt-3">
          {links === null &&
            Array.from({ length: count }, (_, row) => (
              <li key={row} className="border-t border-rule py-2.5 text-quiet first:border-0">
                {row === 0 ? 'Fetching the links...' : '\u00A0'}
                <span className="block text-small">&nbsp;</span>
              </li>
            ))}
          {links?.files.map(({ downloadUrl, fileName }) => (
            <li key={fileName} className="border-t border-rule first:border-0">
              <a className="group block py-2.5" href={downloadUrl} download>
                <span className="link font-semibold">{titles[fileName] ?? 'PDF'}</span>{' '}
                <span className="block text-small wrap-anywhere text-quiet">{fileName}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

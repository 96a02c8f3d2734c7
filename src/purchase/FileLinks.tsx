import type { DownloadFile } from '../contract/downloads.ts';

type Props = {
  files: DownloadFile[] | null;
  archive: DownloadFile | null;
  /** How many links there will be: until they are, the room for them. */
  expected: number;
};

const NOT_FETCHED = 'The links could not be fetched. The button above tries again.';

/** Every file as a plain link, which works where a scripted download does not. */
export function FileLinks({ files, archive, expected }: Props) {
  return (
    <section className="note" aria-labelledby="file-links">
      <h2 id="file-links" className="text-title">
        On a phone or a tablet
      </h2>
      <p className="mt-2">
        Tap a file. If it opens instead of being saved, use the share button and choose to save it
        to your files.
      </p>
      <ul className="mt-3">
        {!files?.length &&
          Array.from({ length: expected }, (_, row) => (
            <li
              key={row}
              className="border-t border-transparent py-2.5 text-quiet first:border-0"
              aria-hidden={row > 0}
            >
              {row > 0 ? '\u00a0' : files ? NOT_FETCHED : 'Fetching the links...'}
            </li>
          ))}
        {files?.map((file) => (
          <li key={file.fileName} className="border-t border-rule first:border-0">
            <a className="link block py-2.5 wrap-anywhere" href={file.downloadUrl} download>
              {file.fileName}
            </a>
          </li>
        ))}
        {archive && (
          <li className="border-t border-rule">
            <a className="link block py-2.5" href={archive.downloadUrl} download>
              All guides in one ZIP file
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

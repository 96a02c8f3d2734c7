import type { DownloadFile } from '../contract/downloads.ts';

type Props = { files: DownloadFile[] | null; archive: DownloadFile | null };

/** Every file as a plain link, which works where a scripted download does not. */
export function FileLinks({ files, archive }: Props) {
  return (
    <section className="note mt-8" aria-labelledby="file-links">
      <h2 id="file-links" className="text-title">
        On a phone or a tablet
      </h2>
      <p className="mt-2">
        Tap a file. If it opens instead of being saved, use the share button and choose to save it
        to your files.
      </p>
      {files === null && <p className="mt-3 text-quiet">Fetching the links...</p>}
      {files?.length === 0 && (
        <p className="mt-3">The links could not be fetched. The button above tries again.</p>
      )}
      <ul className="mt-3">
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

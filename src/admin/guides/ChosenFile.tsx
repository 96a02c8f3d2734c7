import { formatFileSize, formatPages } from '../../contract/format-file.ts';
import type { GuidePromise } from '../../contract/guide-files.ts';
import type { ChosenPdf } from './read-pdf.ts';

type Props = {
  file: File;
  /** undefined while the file is being read, null if it can't be read. */
  pdf: ChosenPdf | null | undefined;
  /** null if the shop's pages say nothing about the file. */
  promise: GuidePromise | null;
};

/** Compares what the owner is about to publish with what the shop's pages say about it. */
export function ChosenFile({ file, pdf, promise }: Props) {
  const size = formatFileSize(file.size);
  const pages = pdf ? formatPages(pdf.pages) : null;
  if (!promise) {
    const facts = [file.name, pages, size].filter((fact) => fact !== null);
    return <p className="wrap-anywhere">{facts.join(', ')}</p>;
  }
  const unread = pdf === null ? 'unknown' : 'Reading...';
  const rows = [
    { fact: 'Title', own: pdf ? (pdf.title ?? 'none') : unread, promised: promise.title },
    { fact: 'Pages', own: pages ?? unread, promised: formatPages(promise.pages) },
    { fact: 'Size', own: size, promised: promise.fileSize },
  ];
  return (
    <>
      <p className="wrap-anywhere">{file.name}</p>
      <table className="chosen-file">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">This PDF</th>
            <th scope="col">The shop promises</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ fact, own, promised }) => (
            <tr key={fact}>
              <th scope="row">{fact}</th>
              <td data-title="This PDF">{own}</td>
              <td data-title="The shop promises">{promised}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

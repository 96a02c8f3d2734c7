import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** The words of the sample that a buyer of the product would get from the shop on that port. */
export const sampleText = async (root: string, port: number, fileName: string): Promise<string> => {
  const store = path.join(root, '.netlify/local', String(port), 'blobs/entries');
  const found = readdirSync(store, { recursive: true, encoding: 'utf8' }).find(
    (entry) => path.basename(entry) === fileName,
  );
  const library = await PDFiumLibrary.init();
  const pdf = await library.loadDocument(readFileSync(path.join(store, found ?? fileName)));
  const text = [...pdf.pages()].map((one) => one.getText()).join(' ');
  pdf.destroy();
  library.destroy();
  return text;
};

import { PDFiumLibrary } from '@hyzyla/pdfium';
import { storedFile } from '../project.ts';

/** What can be read on each page of a PDF, its lines joined. */
export const readPages = async (pdf: Uint8Array): Promise<string[]> => {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '));
  document.destroy();
  library.destroy();
  return texts;
};

/** The words of the sample that a buyer of the product would get from the shop on that port. */
export const sampleText = async (root: string, port: number, fileName: string): Promise<string> =>
  (await readPages(storedFile(root, port, fileName))).join(' ');

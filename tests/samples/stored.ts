import { PDFiumLibrary } from '@hyzyla/pdfium';
import { storedFile } from '../project.ts';

/** The words of the sample that a buyer of the product would get from the shop on that port. */
export const sampleText = async (root: string, port: number, fileName: string): Promise<string> => {
  const library = await PDFiumLibrary.init();
  const pdf = await library.loadDocument(storedFile(root, port, fileName));
  const text = [...pdf.pages()].map((one) => one.getText()).join(' ');
  pdf.destroy();
  library.destroy();
  return text;
};

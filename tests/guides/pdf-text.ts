import { spawnSync } from 'node:child_process';
import { storedFile } from '../project.ts';

/** Reads the text of each page of a PDF, with its lines joined. Needs pdftotext. */
export const readPages = (pdf: Uint8Array): string[] => {
  const read = spawnSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (read.status !== 0) throw new Error('pdftotext can’t read the PDF');
  return read.stdout
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, ' '));
};

/** Reads the text of a guide in the store of the shop that runs on `port`. */
export const storedText = (root: string, port: number, fileName: string): string =>
  readPages(storedFile(root, port, fileName)).join(' ');

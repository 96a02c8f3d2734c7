import { spawnSync } from 'node:child_process';
import { storedFile } from '../project.ts';

/** The text of each page of a PDF, with its lines joined. Needs pdftotext. */
export const readPages = (pdf: Uint8Array): string[] => {
  const read = spawnSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (read.status !== 0) throw new Error('pdftotext can’t read it');
  return read.stdout
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, ' '));
};

/** The text of the PDF that the shop on a port stores under a file's name. */
export const storedText = (root: string, port: number, fileName: string): string =>
  readPages(storedFile(root, port, fileName)).join(' ');

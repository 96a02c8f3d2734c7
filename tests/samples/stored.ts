import { spawnSync } from 'node:child_process';
import { storedFile } from '../project.ts';

/** What can be read on each page of a PDF, its lines joined. It needs pdftotext. */
export const readPages = (pdf: Uint8Array): string[] => {
  const read = spawnSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (read.status !== 0) throw new Error('pdftotext can’t read it');
  return read.stdout
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, ' '));
};

/** The words of the sample that a buyer of the product would get from the shop on that port. */
export const sampleText = (root: string, port: number, fileName: string): string =>
  readPages(storedFile(root, port, fileName)).join(' ');

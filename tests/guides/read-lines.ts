import { spawnSync } from 'node:child_process';

const WORD =
  /<word xMin="(?<left>[-\d.]+)" yMin="[-\d.]+" xMax="(?<right>[-\d.]+)" yMax="(?<bottom>[-\d.]+)">(?<word>[^<]*)</g;

/** The words on each page as a reader shows it, turned, and the place of these words, in points. It needs pdftotext. */
export const readLines = (bytes: Uint8Array, words: string) => {
  const { stdout, status } = spawnSync('pdftotext', ['-q', '-cropbox', '-bbox', '-', '-'], {
    input: bytes,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('pdftotext can’t read it');
  return stdout
    .split('<page ')
    .slice(1)
    .map((page) => {
      const [width = 0, height = 0] = (page.match(/[-\d.]+/g) ?? []).map(Number);
      const found = [...page.matchAll(WORD)].map(({ groups = {} }) => groups);
      const text = found.map(({ word }) => word).join(' ');
      const line = found.slice(text.slice(0, text.indexOf(words)).split(' ').length - 1);
      const [first, last] = [line[0], line[words.split(' ').length - 1]];
      const [left, right] = [Number(first?.['left']), Number(last?.['right'])];
      return { text, width, height, left, right, bottom: height - Number(first?.['bottom']) };
    });
};

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { needs } from '../tools.ts';
import { readPages } from './pdf-text.ts';

test('each page of a sample PDF says that it is a sample', needs('pdftotext'), () => {
  for (const file of globSync('content/guides/*/sample.pdf')) {
    const pages = readPages(readFileSync(file));
    for (const [index, page] of pages.entries()) {
      expect(page, `${file}, page ${index + 1}`).toContain('SAMPLE');
    }
  }
});

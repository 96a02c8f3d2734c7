import { globSync, readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { needs } from '../tools.ts';
import { readPages } from './pdf-text.ts';

/** How the titles of the shop's own samples end. An owner may replace these samples. */
const OWN_TITLE = / \(sample\)$/;

test('prints SAMPLE on each page of the shop’s own sample PDFs', needs('pdftotext'), async () => {
  for (const file of globSync('content/guides/*/sample.pdf')) {
    const bytes = readFileSync(file);
    const title = (await PDFDocument.load(bytes)).getTitle() ?? '';
    if (!OWN_TITLE.test(title)) continue;
    const pages = readPages(bytes);
    for (const [index, page] of pages.entries()) {
      expect(page, `${file}, page ${index + 1}`).toContain('SAMPLE');
    }
  }
});

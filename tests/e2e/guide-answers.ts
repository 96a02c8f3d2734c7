import type { Locator, Page } from '@playwright/test';
import type { GuideFiles, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { SAMPLE, edition, guideFiles } from '../admin/sample-data.ts';
import { PRODUCTS } from '../catalogue.ts';
import { answer } from './answers.ts';

const earlier = [1, 2].map((day) => ({
  id: `earlier-${day}`,
  size: 2_100_000,
  sha256: '',
  pages: 15,
  title: null,
  uploadedAs: 'Allowance guide.pdf',
  uploadedAt: `2026-10-0${day}T10:00:00.000Z`,
}));

/** Each state of a file: the first guide has earlier ones, the second a sample, the third none, and the bundle is old. */
const files = (first: Partial<GuideFiles>): GuideFiles[] =>
  PRODUCTS.map(({ id, name }, index) => {
    const current = [edition(3), SAMPLE, null][index];
    const more = index === 0 ? { earlier, buyers: 1300, ...first } : {};
    return guideFiles(id, current === undefined ? edition(1) : current, { name, ...more });
  });

export const guidesResponse = (first: Partial<GuideFiles> = {}): GuideFilesResponse => ({
  products: files(first),
  preview_to: 'owner@example.com',
});

/** The owner's page of the guides over made-up editions; the shop is not asked. */
export const guidesAre = async (page: Page): Promise<void> => {
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'health', { json: { status: 'ok' } });
  await answer(page, 'admin/guides', { json: guidesResponse() });
};

/** A product in the list of guides. */
export const item = (page: Page, id = 'guide-1'): Locator => page.locator(`[data-product="${id}"]`);

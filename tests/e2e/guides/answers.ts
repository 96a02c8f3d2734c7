import type { Page } from '@playwright/test';
import type { AnnouncementsResponse } from '../../../src/contract/announcements.ts';
import { edition, guideFiles } from '../../admin/sample-data.ts';
import { PRODUCTS } from '../../catalogue.ts';
import { answer } from '../answers.ts';

/** The buyers of guide 1 can be told of its edition. */
export const ANNOUNCEABLE: AnnouncementsResponse = {
  sendsMail: true,
  upTo: 1300,
  previewTo: 'owner@example.com',
  perDay: 60,
  news: [],
};

/** The owner's page of the guides over made-up editions: the shop is not asked. */
export const guidesAre = async (page: Page): Promise<void> => {
  const products = PRODUCTS.map(({ id }) => guideFiles(id, edition(1)));
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'admin/guides', { json: { products } });
  await answer(page, 'admin/edition-news', { json: ANNOUNCEABLE });
};

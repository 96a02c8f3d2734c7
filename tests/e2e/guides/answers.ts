import type { Page } from '@playwright/test';
import type { GuideFilesResponse } from '../../../src/contract/guide-files.ts';
import type { AnnouncementsResponse } from '../../../src/contract/announcements.ts';
import { PRODUCTS } from '../../catalogue.ts';
import { answer } from '../answers.ts';

/** An edition that somebody has uploaded for each product. */
const GUIDES: GuideFilesResponse = {
  products: PRODUCTS.map(({ id, name, file_name }) => ({
    id,
    name,
    file_name,
    is_active: true,
    current: {
      isSample: false,
      id: 'current',
      size: 2_000_000,
      sha256: '0'.repeat(64),
      pages: 15,
      title: null,
      uploadedAs: file_name,
      uploadedAt: '2026-11-20T09:00:00.000Z',
      since: '2026-11-20T09:00:00.000Z',
      copies: null,
    },
    earlier: [],
  })),
};

/** The buyers of guide 1 can be told of its edition. */
export const ANNOUNCEABLE: AnnouncementsResponse = {
  sendsMail: true,
  upTo: { 'guide-1': 1300 },
  previewTo: 'owner@example.com',
  perDay: 60,
  news: [],
};

/** The owner's page of the guides over made-up editions: the shop is not asked. */
export const guidesAre = async (page: Page): Promise<void> => {
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'admin/guides', { json: GUIDES });
  await answer(page, 'admin/edition-news', { json: ANNOUNCEABLE });
};

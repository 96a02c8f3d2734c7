import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makePdf, sign } from '../../shop/pdfs.ts';

export const MB = 1024 * 1024;

/**
 * A guide that compresses no further, so that its size is what is sent. It is signed, since adding room for an
 * order's line would take longer than all else.
 */
export const guideOf = async (bytes: number): Promise<Buffer> =>
  Buffer.from(
    await makePdf({ packed: false }, (document) => {
      sign(document);
      document.context.register(document.context.stream(randomBytes(bytes)));
    }),
  );

/** A product in the list of guides. */
export const item = (page: Page, id = 'guide-1'): Locator => page.locator(`[data-product="${id}"]`);

export const choose = (
  page: Page,
  name: string,
  buffer: Buffer,
  mimeType = 'application/pdf',
): Promise<void> =>
  item(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

/** Publishes a file as the guide for ages 6 to 10. */
export const upload = async (page: Page, guide: Buffer): Promise<void> => {
  await choose(page, 'Ages 6-10 (1).pdf', guide);
  await item(page).getByRole('button', { name: 'Publish' }).press('Enter');
};

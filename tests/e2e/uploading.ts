import { randomBytes } from 'node:crypto';
import { type Page, expect } from '@playwright/test';
import { makePdf } from '../shop/pdfs.ts';

export const MB = 1024 * 1024;

/** Two files of 18 MB at once on a busy machine. */
const DONE_WITHIN_MS = 90_000;

/** A guide that compresses no further, so that its size is what is sent. */
export const guideOf = async (bytes: number, title: string): Promise<Buffer> =>
  Buffer.from(
    await makePdf({ title, pages: 2 }, ({ context }) =>
      context.register(context.stream(randomBytes(bytes))),
    ),
  );

export const choose = (page: Page, name: string, buffer: Buffer, mimeType = 'application/pdf') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

export const upload = (page: Page, step: string) => page.locator(`[data-upload="${step}"]`);

export const isDone = (page: Page): Promise<void> =>
  expect(upload(page, 'done')).toBeVisible({ timeout: DONE_WITHIN_MS });

/** Chooses a guide for ages 6 to 10 and begins to upload it. */
export const begin = async (page: Page, guide: Buffer): Promise<void> => {
  await choose(page, 'Ages 6-10.pdf', guide);
  await page.getByRole('button', { name: 'Upload' }).click({ timeout: 60_000 });
};

/** The numbers of the parts that the shop has taken, in their order. */
export const watchParts = (page: Page): number[] => {
  const taken: number[] = [];
  page.on('response', (response) => {
    const [, part] = /\/parts\/(\d+)$/.exec(response.url()) ?? [];
    if (part !== undefined && response.status() === 204) taken.push(Number(part));
  });
  return taken;
};

export const partsOf = (guide: Buffer): number[] => [...Array(Math.ceil(guide.length / MB)).keys()];

import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { buy } from '../buyer.ts';
import { productOf } from '../catalogue.ts';
import { storedFile, withoutLine } from '../project.ts';
import { type Break, type BrokenConnection, openBrokenConnection } from './broken-connection.ts';

const FILE = productOf('guide-1').file_name;
const stored = (shop: string): Buffer => storedFile(ROOT, new URL(shop).port, FILE);

/** The download page of an order of the first guide, over a line that breaks. */
const openOrder = async (
  shop: string,
  how: Break,
): Promise<{ line: BrokenConnection; at: string }> => {
  const session = await buy(shop, 'guide-1');
  const line = await openBrokenConnection(shop, how);
  return { line, at: `${line.site}/guide-download?session_id=${session}` };
};

/** The second request goes on where the first has stopped, and only with the same file. */
const expectResumed = ({ asked }: BrokenConnection, size: number): void => {
  expect(asked).toEqual([
    {},
    { range: `bytes=${Math.floor(size / 2)}-`, ifRange: expect.stringMatching(/^"[^"]+"$/) },
  ]);
};

test('a plain link’s file whose stream ends in the middle goes on by itself, and is whole', async ({
  page,
  baseURL,
}) => {
  const shop = String(baseURL);
  const { line, at } = await openOrder(shop, 'ends');
  await page.goto(at);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: FILE }).click(),
  ]);
  expect(withoutLine(readFileSync(await download.path())).equals(stored(shop))).toBe(true);
  expectResumed(line, stored(shop).length);
  await line.close();
});

test('the button’s file goes on by itself too, however the connection breaks', async ({
  page,
  baseURL,
}) => {
  const shop = String(baseURL);
  for (const how of ['ends', 'is lost'] as const) {
    const { line, at } = await openOrder(shop, how);
    await page.goto(at);
    const button = page.getByRole('button', { name: 'Download Your Guide' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(withoutLine(readFileSync(await download.path())).equals(stored(shop)), how).toBe(true);
    expectResumed(line, stored(shop).length);
    await line.close();
  }
});

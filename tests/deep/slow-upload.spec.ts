import { type CDPSession, type Page, expect, test } from '@playwright/test';
import { OWNER_SHOP, openAdmin, startOwnerShop } from '../e2e/owner-shop.ts';
import { MB, begin, guideOf, isDone, partsOf, watchParts } from '../e2e/uploading.ts';

test.use({ baseURL: OWNER_SHOP });
test.describe.configure({ timeout: 180_000 });

let stop: () => Promise<void>;
test.beforeAll(async () => {
  stop = await startOwnerShop();
});
test.afterAll(() => stop());

const lineOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);
const setUploadSpeed = (line: CDPSession, bytesPerSecond: number) =>
  line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
const ONE_MBIT = 1_000_000 / 8;
const FAST = -1;

test('17 MB over a slow line can be canceled and go on where they stopped', async ({ page }) => {
  await openAdmin(page);
  const taken = watchParts(page);
  const line = await lineOf(page);
  const guide = await guideOf(17 * MB - 10_000, 'Large');
  await setUploadSpeed(line, ONE_MBIT);
  await begin(page, guide);
  await expect(page.getByText(/of 17.0 MB. About 2 minutes left/)).toBeVisible();
  await expect.poll(() => taken, { timeout: 20_000 }).toEqual([0]);
  await expect(page.getByText(/^1\.[1-9] of 17.0 MB/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/Stopped at 1\.\d of 17.0 MB/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  await setUploadSpeed(line, FAST);

  // Another day, another page: what is there is known by the file itself.
  await page.reload();
  await begin(page, guide);
  await isDone(page);
  expect(taken).toEqual(partsOf(guide));
});

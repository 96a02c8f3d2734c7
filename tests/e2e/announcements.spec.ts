import { type Page, expect, test } from '@playwright/test';
import type { AnnouncementView, AnnouncementsResponse } from '../../src/contract/announcements.ts';
import type { GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { PRODUCTS, SITE, productOf } from '../catalogue.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { isAmiss } from './a11y/audit.ts';
import { type Answer, answer } from './answers.ts';
import { openAdmin, useOwnerShop } from './owner-shop.ts';
import { buyAtOnce } from './stand-in.ts';

useOwnerShop();

type Mail = { to: string; subject: string; text: string };

/** Of the shop under test, newest first. */
const inbox = async (baseURL = ''): Promise<Mail[]> => {
  const url = new URL('/inbox.json', baseURL);
  url.port = String(Number(url.port) + 1);
  return (await fetch(url)).json();
};

const seconds = (): number => Math.floor(Date.now() / 1000);
const guide = (page: Page) => page.locator('[data-product="guide-1"]');

test('the owner reads a preview, and then the buyers are told, once', async ({ page, baseURL }) => {
  await openAdmin(page);
  await buyAtOnce(baseURL, productOf('guide-1').product_type);
  await buyAtOnce(baseURL, 'bundle');
  const bought = seconds();
  await expect.poll(seconds, 'past orders are those of an earlier second').toBeGreaterThan(bought);
  // Signed, since to make room for an order's line takes longer than all else.
  const buffer = Buffer.from(await makePdf({ packed: false }, sign));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Ages 6-10.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.locator('[data-upload="done"]')).toBeVisible();
  await page.reload();
  const item = guide(page);
  const offer = item.getByRole('button', { name: 'Email the buyers (up to 2)' });
  await expect(offer).not.toBeFocused();
  await offer.press('Enter');
  const words = item.getByLabel('What’s new');
  await expect(words).toBeFocused();
  const tell = item.getByRole('button', { name: 'Email up to 2 buyers' });
  await words.fill('Lesson 3 has new figures.');
  await expect(tell).toBeDisabled();
  await expect(item.getByText('Send yourself a preview of this text first.')).toBeVisible();
  await expect(item.getByText('For 2 buyers, that takes a day.')).toBeVisible();
  await expect(item.getByText(`The preview goes only to ${SITE.supportEmail}.`)).toBeVisible();
  await item.getByRole('button', { name: 'Send a preview to me' }).press('Enter');
  await expect(item.getByText(`The preview is on its way to ${SITE.supportEmail}.`)).toBeVisible();
  const [preview] = await inbox(baseURL);
  expect(preview).toMatchObject({ to: SITE.supportEmail });
  expect(preview?.subject).toMatch(/^\[Preview\] /);
  expect(preview?.text).toContain('Lesson 3 has new figures.');

  // Other words have to be read too.
  await expect(tell).toBeEnabled();
  await words.fill('Lesson 3 has the figures of 2026.');
  await expect(tell).toBeDisabled();
  await item.getByRole('button', { name: 'Send a preview to me' }).click();
  await expect(tell).toBeEnabled();
  await tell.press('Enter');
  // Both orders are of one parent.
  const told = item.getByText(/^Announced on .*: 1 email\.$/);
  await expect(told).toBeFocused();
  const mails = (await inbox(baseURL)).filter(({ text }) => text.includes('figures of 2026'));
  expect(mails.map(({ to }) => to)).toEqual(['parent@example.com', SITE.supportEmail]);
  await page.reload();
  await expect(told).toBeVisible();
  await expect(told).not.toBeFocused();
  await expect(item.getByRole('button', { name: /Email/ })).toHaveCount(0);

  // The link of the mail, which a parent opens.
  const stop = /http\S+stop-news\?token=\w+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  await page.goto(stop);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You won’t get any more of these emails.')).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
});

const news = (more: Partial<AnnouncementView>): AnnouncementsResponse => ({
  sendsMail: true,
  upTo: { 'guide-1': 1300 },
  previewTo: 'owner@example.com',
  perDay: 60,
  news: [
    {
      product: 'guide-1',
      edition: 'current',
      begunAt: '2026-11-20T09:30:00.000Z',
      state: 'sending',
      buyers: 1204,
      sent: 312,
      leftOut: 8,
      waits: null,
      ...more,
    },
  ],
});

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

/** What the owner reads of it beside the guide, and may press. */
const SHOWN: readonly (readonly [Answer, string, readonly string[]])[] = [
  [
    { json: news({ state: 'gathering', buyers: 500, sent: 0, leftOut: 0 }) },
    'Finding buyers: 500 so far',
    ['Stop'],
  ],
  [{ json: news({}) }, '312 of 1,204 sent, 8 left out', ['Stop']],
  [{ json: news({ edition: 'earlier' }) }, 'An earlier edition: 312 of 1,204 sent', ['Stop']],
  [{ json: news({ state: 'stopped' }) }, 'Stopped: 312 of 1,204 sent, 8 left out', ['Resume']],
  [{ json: news({ state: 'done', sent: 1180, leftOut: 24 }) }, ': 1,180 emails. 24 left out.', []],
  [{ json: { ...news({}), sendsMail: false, news: [] } }, 'the shop doesn’t send email', []],
  ['unreachable', 'couldn’t check whether new editions were announced', []],
  [
    { json: news({ waits: 'Stripe does not answer.' }) },
    'Waiting. Stripe does not answer. It continues on its own.',
    ['Stop'],
  ],
  [{ json: { ...news({}), news: [] } }, 'Email the buyers', ['Email the buyers (up to 1,300)']],
];

const expectWell = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await isAmiss(page), colorScheme).toEqual([]);
  }
};

const openMadeUp = async (page: Page): Promise<void> => {
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'admin/guides', { json: GUIDES });
  await page.goto('/admin-upload');
};

test('each state of it has its words and buttons on a phone, and axe finds nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const buttons = guide(page).getByRole('button', { name: /^(Stop|Resume|Email)/ });
  for (const [given, words, pressed] of SHOWN) {
    await answer(page, 'admin/edition-news', given);
    await openMadeUp(page);
    await expect(page.getByText(words).first(), words).toBeVisible();
    await expect(buttons, words).toHaveCount(pressed.length);
    await expect(buttons, words).toContainText(pressed);
    if (words.startsWith('Waiting')) await expectWell(page);
  }
  await buttons.click();
  await expectWell(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test('sending is stopped, and goes on', async ({ page }) => {
  const asked: string[] = [];
  await page.route('**/api/admin/edition-news', (route) => {
    const { action } = route.request().postDataJSON() ?? {};
    if (action) asked.push(action);
    return route.fulfill({
      json: news({ state: asked.at(-1) === 'stop' ? 'stopped' : 'sending' }),
    });
  });
  await openMadeUp(page);
  const button = (name: string) => guide(page).getByRole('button', { name });
  await button('Stop').press('Enter');
  await button('Resume').press('Enter');
  await expect(button('Stop')).toBeVisible();
  expect(asked).toEqual(['stop', 'resume']);
});

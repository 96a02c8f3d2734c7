import { setTimeout } from 'node:timers/promises';
import { type Page, expect, test } from '@playwright/test';
import type { AnnouncementsResponse } from '../../src/contract/announcements.ts';
import { SITE, productOf } from '../catalogue.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { isAmiss } from './a11y/audit.ts';
import { answer } from './answers.ts';
import { guideFilesOf, openAdmin, useOwnerShop } from './owner-shop.ts';
import { buyAtOnce } from './stand-in.ts';

useOwnerShop();

type Mail = { to: string; subject: string; text: string };

/** Of the shop under test, newest first. */
const inbox = async (baseURL = ''): Promise<Mail[]> => {
  const url = new URL('/inbox.json', baseURL);
  url.port = String(Number(url.port) + 1);
  return (await fetch(url)).json();
};

/** Past orders are those of an earlier second. */
const nextSecond = async (): Promise<void> => {
  const second = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === second) await setTimeout(20);
};

const publish = async (page: Page): Promise<string> => {
  // Signed, since to make room for an order's line takes longer than all else.
  const buffer = Buffer.from(await makePdf({ title: `Of ${Date.now()}`, packed: false }, sign));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Ages 6-10.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.locator('[data-upload="done"]')).toBeVisible();
  const { current } = await guideFilesOf(page, 'guide-1');
  return current && !current.isSample ? current.id : '';
};

const guide = (page: Page) => page.locator('[data-product="guide-1"]');

test('the owner reads a preview, and then the buyers are told, once', async ({ page, baseURL }) => {
  await openAdmin(page);
  await buyAtOnce(baseURL, productOf('guide-1').product_type);
  await buyAtOnce(baseURL, 'bundle');
  await nextSecond();
  await publish(page);
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

const news = (more: Partial<AnnouncementsResponse['news'][number]>): AnnouncementsResponse => ({
  sendsMail: true,
  upTo: { 'guide-1': 1300 },
  previewTo: 'owner@example.com',
  perDay: 60,
  news: [
    {
      product: 'guide-1',
      edition: '',
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

/** How far it is, and what the owner reads of it. */
const STATES = [
  [
    'gathering',
    { state: 'gathering', buyers: 500, sent: 0, leftOut: 0 },
    'Finding buyers: 500 so far',
  ],
  ['sending', {}, '312 of 1,204 sent, 8 left out'],
  [
    'waiting',
    { waits: 'Stripe does not answer.' },
    'Waiting. Stripe does not answer. It continues on its own.',
  ],
  ['stopped', { state: 'stopped' }, 'Stopped: 312 of 1,204 sent, 8 left out'],
  ['done', { state: 'done', sent: 1180, leftOut: 24 }, ': 1,180 emails. 24 left out.'],
] as const;

const expectWell = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await isAmiss(page), colorScheme).toEqual([]);
  }
};

const openOnPhone = async (page: Page): Promise<string> => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAdmin(page);
  return publish(page);
};

test('each state of it has words, and axe finds nothing wrong with one that waits', async ({
  page,
}) => {
  const edition = await openOnPhone(page);
  for (const [name, more, words] of STATES) {
    await answer(page, 'admin/edition-news', { json: news({ edition, ...more }) });
    await page.reload();
    await expect(guide(page).locator('[data-announcement]')).toContainText(words);
    if (name === 'waiting') await expectWell(page);
  }
});

test('axe finds nothing wrong with what is offered on a phone, light and dark', async ({
  page,
}) => {
  await openOnPhone(page);
  await answer(page, 'admin/edition-news', { json: { ...news({}), news: [] } });
  await page.reload();
  await guide(page)
    .getByRole('button', { name: /^Email the buyers/ })
    .click();
  await expectWell(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test('sending is stopped, and goes on', async ({ page }) => {
  await openAdmin(page);
  const edition = await publish(page);
  const asked: string[] = [];
  await page.route('**/api/admin/edition-news', (route) => {
    const { action } = route.request().postDataJSON() ?? {};
    if (action) asked.push(action);
    const state = asked.at(-1) === 'stop' ? 'stopped' : 'sending';
    return route.fulfill({ json: news({ edition, state }) });
  });
  await page.reload();
  await guide(page).getByRole('button', { name: 'Stop' }).press('Enter');
  const goOn = guide(page).getByRole('button', { name: 'Resume' });
  await expect(goOn).toBeVisible();
  await goOn.press('Enter');
  await expect(guide(page).getByRole('button', { name: 'Stop' })).toBeVisible();
  expect(asked).toEqual(['stop', 'resume']);
});

test('an earlier edition that is still being told can be stopped', async ({ page }) => {
  await openAdmin(page);
  await publish(page);
  await answer(page, 'admin/edition-news', { json: news({ edition: 'earlier' }) });
  await page.reload();
  await expect(guide(page).getByText(/^An earlier edition: 312 of 1,204 sent/)).toBeVisible();
  await expect(guide(page).getByRole('button', { name: 'Stop' })).toBeVisible();
});

test('a shop that sends no mails offers none, and says why', async ({ page }) => {
  await answer(page, 'admin/edition-news', { json: { ...news({}), sendsMail: false, news: [] } });
  await openAdmin(page);
  await publish(page);
  await expect(page.getByText('the shop doesn’t send email')).toBeVisible();
  await expect(page.getByRole('button', { name: /Email the buyers/ })).toHaveCount(0);
});

test('where it cannot be read, the files are there all the same', async ({ page }) => {
  await answer(page, 'admin/edition-news', 'unreachable');
  await openAdmin(page);
  await expect(page.getByText('couldn’t check whether new editions were announced')).toBeVisible();
});

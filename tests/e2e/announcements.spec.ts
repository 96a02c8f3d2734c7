import { expect, test } from '@playwright/test';
import type { AnnouncementView, AnnouncementsResponse } from '../../src/contract/announcements.ts';
import { type Answer, answer } from './answers.ts';
import { ANNOUNCEABLE, guidesAre } from './guides/answers.ts';
import { item } from './guides/upload.ts';

const SENDING: AnnouncementView = {
  product: 'guide-1',
  edition: 'current',
  begunAt: '2026-11-20T09:30:00.000Z',
  state: 'sending',
  buyers: 1204,
  sent: 312,
  leftOut: 8,
  waits: null,
};
const news = (more: Partial<AnnouncementView>): AnnouncementsResponse => ({
  ...ANNOUNCEABLE,
  news: [{ ...SENDING, ...more }],
});

/** What the owner reads of an announcement beside the guide, and may press. */
const STATES: readonly (readonly [given: Answer, says: string, buttons: readonly string[]])[] = [
  [{ json: ANNOUNCEABLE }, 'Email the buyers', ['Email the buyers (up to 1,300)']],
  ['unreachable', 'couldn’t check whether new editions were announced', []],
  [{ json: news({ edition: 'earlier' }) }, 'An earlier edition: 312 of 1,204 sent', ['Stop']],
  [{ json: news({ waits: 'Stripe is down.' }) }, 'Waiting. Stripe is down. It con', ['Stop']],
  [{ json: news({ state: 'done', sent: 1180, leftOut: 24 }) }, ': 1,180 emails. 24 left out.', []],
];

test('an announcement has words and buttons for its states, and can be stopped and resumed', async ({
  page,
}) => {
  await guidesAre(page);
  const buttons = item(page).getByRole('button', { name: /^(Stop|Resume|Email)/ });
  for (const [given, says, names] of STATES) {
    await answer(page, 'admin/edition-news', given);
    await page.goto('/admin-upload');
    await expect(page.getByText(says).first(), says).toBeVisible();
    await expect(buttons, says).toHaveCount(names.length);
    await expect(buttons, says).toContainText(names);
  }

  const asked: string[] = [];
  await page.route('**/api/admin/edition-news', (route) => {
    const { action } = route.request().postDataJSON() ?? {};
    if (action) asked.push(action);
    return route.fulfill({
      json: news({ state: asked.at(-1) === 'stop' ? 'stopped' : 'sending' }),
    });
  });
  await page.reload();
  await expect(item(page).getByText('312 of 1,204 sent, 8 left out')).toBeVisible();
  await buttons.press('Enter');
  await expect(item(page).getByText('Stopped: 312 of 1,204 sent')).toBeVisible();
  await buttons.press('Enter');
  await expect(buttons).toContainText(['Stop']);
  expect(asked).toEqual(['stop', 'resume']);
});

import { expect, test } from '@playwright/test';
import type { AnnouncementView, AnnouncementsResponse } from '../../src/contract/announcements.ts';
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
  waits: 'Stripe is down.',
};

test('the owner reads how far an announcement is and why it waits, stops and resumes it', async ({
  page,
}) => {
  const asked: string[] = [];
  await guidesAre(page);
  await page.route('**/api/admin/edition-news', (route) => {
    const { action } = route.request().postDataJSON() ?? {};
    if (action) asked.push(action);
    const state = asked.at(-1) === 'stop' ? 'stopped' : 'sending';
    const json: AnnouncementsResponse = { ...ANNOUNCEABLE, news: [{ ...SENDING, state }] };
    return route.fulfill({ json });
  });
  await page.goto('/admin-upload');
  const button = item(page).getByRole('button', { name: /^(Stop|Resume)/ });
  await expect(item(page)).toContainText('312 of 1,204 sent, 8 left out');
  await expect(item(page)).toContainText('Waiting. Stripe is down. It con');
  await button.press('Enter');
  await expect(item(page)).toContainText('Stopped: 312 of 1,204 sent');
  await button.press('Enter');
  await expect(button).toContainText('Stop');
  expect(asked).toEqual(['stop', 'resume']);
});

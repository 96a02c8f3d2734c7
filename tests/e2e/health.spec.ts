import { type Page, expect, test } from '@playwright/test';
import { DOWN } from './admin-answers.ts';
import { answer } from './answers.ts';
import { NOT_WELL, healthIs } from './health-answers.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('what must be fixed comes first, and a report that does not come is asked for again', async ({
  page,
}) => {
  await healthIs(page, NOT_WELL);
  await answer(page, 'health', DOWN);
  await page.goto('/admin-health');
  await expect(page.getByRole('alert')).toContainText('couldn’t be loaded');
  await answer(page, 'health', NOT_WELL);
  await button(page, 'Try again').press('Enter');
  await expect(page.getByText('One thing needs fixing.')).toBeVisible();
  for (const [at, state] of ['fault', 'warning', 'ok'].entries()) {
    await expect(page.locator('main [data-state]').nth(at)).toHaveAttribute('data-state', state);
  }
  await expect(page.getByRole('link', { name: '/admin-upload' })).toBeVisible();

  await answer(page, 'health', { json: { status: 'ok' } }); // what a stranger reads
  await answer(page, 'admin/session', { status: 401, json: { code: 'not_logged_in' } });
  await button(page, 'Check again').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});

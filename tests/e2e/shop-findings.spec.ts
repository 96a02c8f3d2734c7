import { type Page, expect, test } from '@playwright/test';
import type { Check } from '../../src/contract/health.ts';
import {
  DOWN,
  UNHEALTHY,
  UPLOAD_LINK,
  healthReport,
  mockGuidesPage,
  mockOrdersPage,
} from './admin-answers.ts';
import { mockResponse } from './answers.ts';
import { DEEP_ONLY } from './devices.ts';

const openOrders = async (
  page: Page,
  health: Parameters<typeof mockResponse>[2],
): Promise<void> => {
  await mockOrdersPage(page);
  await mockResponse(page, 'health', health);
  await page.goto('/admin-orders');
  await expect(page.getByText('25 of 60 orders')).toBeVisible();
};

const LINK = {
  text: 'Add a DMARC record',
  href: 'https://resend.com/docs/dashboard/domains/dmarc',
} as const;

const warningAbout = (about: string): Check => ({
  about,
  state: 'warning',
  says: 'shop.example has no record.',
  next: 'Add it.',
  link: LINK,
});

test('shows faults above warnings, and links to the guide that needs an upload', async ({
  page,
}) => {
  await openOrders(page, UNHEALTHY);
  const findings = page.getByRole('region', { name: 'Please fix' });
  await expect(findings.getByRole('listitem')).toHaveText([
    'Guide files: Buyers get no file. Upload the PDF of Guide 2',
    'Guide files: A file is old. Look at it.',
  ]);
  await expect(page.getByText('npm run')).toHaveCount(0);
  await mockGuidesPage(page);
  await findings.getByRole('link', { name: UPLOAD_LINK.text }).press('Enter');
  await expect(page).toHaveURL(/\/admin-upload#guide-2$/);
  const guide = page.locator('[data-product="guide-2"]');
  await expect(guide.getByRole('heading').first()).toBeFocused();
  await expect(guide).toBeInViewport();
});

test(
  'shows a warning without the heading for faults and opens its link in a new tab',
  DEEP_ONLY,
  async ({ page }) => {
    await openOrders(page, healthReport(warningAbout('DMARC')));
    await expect(page.getByRole('region', { name: 'Please fix' })).toHaveCount(0);
    const findings = page.getByRole('region', { name: 'Worth a look' });
    await expect(findings.getByRole('listitem')).toHaveCount(1);
    const link = findings.getByRole('link', { name: LINK.text });
    await expect(link).toHaveAttribute('href', LINK.href);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  },
);

test('shows the first three findings, and the rest on request', DEEP_ONLY, async ({ page }) => {
  const names = ['SPF', 'DKIM', 'Schedule', 'Stripe account', 'Order database'];
  await openOrders(page, healthReport(...names.map(warningAbout)));
  const items = page.getByRole('region', { name: 'Worth a look' }).getByRole('listitem');
  await expect(items.filter({ visible: true })).toHaveCount(3);
  await page.getByText('Show 2 more').press('Enter');
  await expect(items.filter({ visible: true })).toHaveCount(5);
});

test(
  'explains that the findings cannot be loaded, and loads them on retry',
  DEEP_ONLY,
  async ({ page }) => {
    await openOrders(page, DOWN);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('couldn’t be loaded');
    await mockResponse(page, 'health', UNHEALTHY);
    await alert.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Please fix' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  },
);

test(
  'moves the focus to a guide when the owner follows a finding’s link on the same page',
  DEEP_ONLY,
  async ({ page }) => {
    await mockGuidesPage(page);
    await mockResponse(page, 'health', UNHEALTHY);
    await page.goto('/admin-upload');
    await page.getByRole('link', { name: UPLOAD_LINK.text }).press('Enter');
    const guide = page.locator('[data-product="guide-2"]');
    await expect(guide.getByRole('heading').first()).toBeFocused();
  },
);

import type { Page } from '@playwright/test';
import { type Answer, SESSION, answer, purchaseIs } from '../answers.ts';
import { type Scene, on } from './row.ts';

export const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

export const PRODUCTS = [
  { id: 'guide-1', name: 'Ages 6-10', product_type: 'individual_guide_6_10', is_active: true },
  { id: 'guide-2', name: 'Ages 11-14', product_type: 'individual_guide_11_14', is_active: true },
  { id: 'bundle', name: 'Complete Bundle', product_type: 'bundle', is_active: true },
];

type Shop = {
  readonly bought?: string;
  readonly products?: Answer;
  readonly access?: Answer;
  /** Products whose file cannot be fetched. */
  readonly lost?: readonly string[];
};

/** Every product has one file, named after it. */
const serveFiles = (page: Page, lost: readonly string[]): Promise<unknown> =>
  Promise.all([
    page.route('**/api/secure-file-access', (route) => {
      const { product_id: id } = route.request().postDataJSON();
      return route.fulfill({
        json: { files: [{ downloadUrl: `/api/files/${id}`, fileName: `${id}.pdf` }] },
      });
    }),
    page.route('**/api/files/*', (route) => {
      const isLost = lost.some((id) => route.request().url().endsWith(`/${id}`));
      return route.fulfill({
        status: isLost ? 500 : 200,
        contentType: 'application/pdf',
        body: '%PDF-1.7',
      });
    }),
  ]);

/** The download page of somebody who has paid. */
export const paidFor = ({
  bought = 'individual_guide_6_10',
  products,
  access,
  lost = [],
}: Shop = {}): Scene =>
  on(DOWNLOAD, {
    before: async (page) => {
      await purchaseIs(page, 'paid', bought);
      await answer(page, 'products', products ?? { json: { products: PRODUCTS } });
      await serveFiles(page, lost);
      if (access) await answer(page, 'secure-file-access', access);
    },
  });

export const clickDownload = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Download Your Guides?$/ }).click();

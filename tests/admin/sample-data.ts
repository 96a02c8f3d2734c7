import type { AdminProduct } from '../../src/admin/guides/guess-product.ts';
import type { OrderRow } from '../../src/contract/admin-orders.ts';
import type { CurrentEdition, GuideFiles } from '../../src/contract/guide-files.ts';

const product = (id: string, ages: string | null, fileName: string): AdminProduct => ({
  id,
  label: id,
  fileName,
  ages,
  hue: 'coral',
  pages: 15,
});
/** The products of the upload form. */
export const ADMIN_PRODUCTS = [
  product('guide-1', '6–10', 'Money-Smart-Kids-Ages-6-10.pdf'),
  product('guide-2', '11–14', 'Money-Smart-Kids-Ages-11-14.pdf'),
  product('guide-3', '15–18', 'Money-Smart-Kids-Ages-15-18.pdf'),
  product('bundle', null, 'Money-Smart-Kids-Complete-Bundle.pdf'),
];

/** Of a file with nothing amiss. */
export const FINDINGS = {
  pages: 15,
  title: 'A guide',
  fonts: { embedded: 3, missing: [] },
  tagged: true,
  darkFeet: [],
};

/** What buyers get: uploaded on a day of November, and restored on another. */
export const edition = (day: number, since = day, sha256 = ''): CurrentEdition => ({
  isSample: false,
  id: 'current',
  size: 10,
  sha256,
  pages: 15,
  title: null,
  uploadedAs: 'a.pdf',
  uploadedAt: `2026-11-0${day}T10:00:00.000Z`,
  since: `2026-11-0${since}T10:00:00.000Z`,
  copies: null,
});

/** A product with what buyers get. */
export const guideFiles = (
  id: string,
  current: CurrentEdition | null,
  is_active = true,
): GuideFiles => ({ id, name: id, file_name: `${id}.pdf`, is_active, current, earlier: [] });

/** An order as the owner's list has it. */
export const orderRow = (more: Partial<OrderRow> = {}): OrderRow => ({
  number: 'A',
  reference: '7Kq2Zx9w',
  created_at: '2026-11-21T10:00:00.000Z',
  product_type: 'bundle',
  guide_name: 'Complete Bundle',
  amount: 1999,
  discount: 0,
  tax: 0,
  presented: null,
  refunded: 0,
  currency: 'USD',
  status: 'paid',
  downloads: 0,
  ...more,
});

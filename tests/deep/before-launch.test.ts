import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../netlify/local/build.ts';
import { PRODUCTS } from '../catalog.ts';
import { copyProject } from '../project.ts';

const project = copyProject();
afterAll(project.remove);

const ALL_IDS = PRODUCTS.map(({ id }) => id);
const GUIDE_IDS = ALL_IDS.filter((id) => id !== 'bundle');

type BuiltPage = { readonly path: string; readonly html: string; readonly text: string };

const textOf = (html: string): string =>
  html
    .replace(/^[^]*?<body/, '<body')
    .replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const isForParents = (file: string): boolean => !/^(?:admin-|emails\/)/.test(file);

/**
 * Builds a shop that sells only these products, and returns its pages for parents. `field` is set
 * to false for all other products.
 */
const buildWith = async (
  onSale: readonly string[],
  field: 'is_for_sale' | 'is_active',
): Promise<BuiltPage[]> => {
  const catalog = JSON.parse(project.read('content/catalog.json'));
  for (const product of catalog.products) {
    Object.assign(product, { is_for_sale: true, is_active: true });
    product[field] = onSale.includes(product.id);
  }
  project.write('content/catalog.json', JSON.stringify(catalog));
  const directory = path.join(project.root, 'dist');
  await buildSite(project.root, directory, {
    PUBLIC_SITE_URL: 'https://shop.example',
    PUBLIC_ADS_CONVERSION: '',
  });
  const files = globSync('**/*.html', { cwd: directory });
  return files.filter(isForParents).map((file) => {
    const html = readFileSync(path.join(directory, file), 'utf8');
    return { path: `/${file.replace(/\.html$/, '')}`, html, text: textOf(html) };
  });
};

/** Zero, negative and undefined amounts, which parents must not see. */
const BROKEN_TEXT =
  /\$0(?:\.00)?(?![\d.])|-\$|\b0 lessons|\b[Aa]ll no\b|\b[Nn]o guides\b|undefined|NaN/;
const HEADING = /<h[1-3][^>]*>[^]*?<\/h[1-3]>/;
const OFFERS_BUNDLE = /Get the Bundle|href="\/?#bundle"/;

type Launch = {
  readonly products: string;
  readonly onSale: readonly string[];
  readonly field: 'is_for_sale' | 'is_active';
};

describe.each<Launch>([
  { products: 'no product for sale', onSale: [], field: 'is_for_sale' },
  { products: 'no active product', onSale: [], field: 'is_active' },
  { products: 'one active guide', onSale: GUIDE_IDS.slice(0, 1), field: 'is_active' },
  { products: 'one guide for sale', onSale: GUIDE_IDS.slice(0, 1), field: 'is_for_sale' },
  { products: 'only the bundle for sale', onSale: ['bundle'], field: 'is_for_sale' },
  { products: 'only guides for sale', onSale: GUIDE_IDS, field: 'is_for_sale' },
])('a shop with $products', ({ onSale, field }) => {
  let built: readonly BuiltPage[];
  const sellsBundle = onSale.includes('bundle');

  beforeAll(async () => {
    built = await buildWith(onSale, field);
  });

  test('shows no zero, negative or undefined amounts', () => {
    for (const { path: address, text } of built) {
      expect(BROKEN_TEXT.exec(text)?.[0], address).toBeUndefined();
    }
  });

  test('shows buy buttons only for the products that it sells', () => {
    const types = new Set<string>();
    for (const { html } of built) {
      for (const [, type = ''] of html.matchAll(/name="productType" value="(\w+)"/g)) {
        types.add(type);
      }
    }
    const expected = PRODUCTS.filter(({ id }) => onSale.includes(id));
    expect(types).toEqual(new Set(expected.map(({ product_type: type }) => type)));
  });

  test('offers the bundle only if it is for sale', () => {
    const offering = built.filter(({ html }) => OFFERS_BUNDLE.test(html));
    expect(offering.length > 0).toBe(sellsBundle);
    const faqs = built.find(({ path: address }) => address === '/faqs')?.text ?? '';
    expect(/isn’t for sale right now/.test(faqs)).toBe(!sellsBundle);
  });

  test('shows no section that contains only a heading', () => {
    for (const { path: address, html } of built) {
      const sections = [...html.matchAll(/<section[^>]*>([^]*?)<\/section>/g)];
      for (const [, section = ''] of sections) {
        if (!HEADING.test(section)) continue;
        expect(textOf(section.replace(HEADING, '')).trim(), address).not.toBe('');
      }
    }
  });
});

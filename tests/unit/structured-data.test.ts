import { expect, test } from 'vitest';
import {
  breadcrumbs,
  faqData,
  graph,
  guideData,
  organization,
  shopData,
  shopOf,
} from '../../src/layouts/structured-data.ts';

const shop = {
  brand: 'Shop',
  supportEmail: 'help@shop.example',
  refundWindowDays: 30,
  origin: 'https://shop.example',
};
const shown = {
  url: 'https://shop.example/x',
  description: 'Guides.',
  image: 'https://shop.example/x.png',
};
const priced = (price_in_cents: number, is_active = true) => ({
  name: 'Guide',
  price_in_cents,
  is_active,
});
const inStock = 'https://schema.org/InStock';

test('the home page offers every product, from the lowest to the highest price', () => {
  const offered = [899, 1999, 500].map((price) => ({ product: priced(price), path: `/${price}` }));
  const data = shopData(shop, shown, offered);
  expect(data).toMatchObject({
    '@type': 'Product',
    name: 'Shop',
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: '5.00',
      highPrice: '19.99',
      offerCount: 3,
      offers: [
        { price: '8.99', availability: inStock, url: 'https://shop.example/899' },
        { price: '19.99', availability: inStock, url: 'https://shop.example/1999' },
        { price: '5.00', availability: inStock, url: 'https://shop.example/500' },
      ],
    },
  });
});

test('a guide is offered at its own price, by the shop', () => {
  expect(guideData(shop, shown, priced(899))).toMatchObject({
    '@type': 'Product',
    name: 'Guide',
    ...shown,
    offers: { price: '8.99', priceCurrency: 'USD', availability: inStock, url: shown.url },
  });
  const { '@id': id } = organization(shop) as { '@id': string };
  expect(guideData(shop, shown, priced(899))).toMatchObject({
    brand: { '@id': id },
    offers: { seller: { '@id': id } },
  });
});

test('the shop takes guides back for as long as its own facts say', () => {
  expect(organization(shop)).toMatchObject({
    hasMerchantReturnPolicy: {
      merchantReturnDays: 30,
      merchantReturnLink: 'https://shop.example/refunds',
    },
  });
});

test('a shop without an address is refused', () => {
  expect(() => shopOf(shop, undefined)).toThrow('site');
  expect(shopOf(shop, new URL('https://shop.example/guide-1'))).toEqual(shop);
});

test('a product that is not on sale is said to be out of stock', () => {
  expect(guideData(shop, shown, priced(899, false))).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});

test('questions keep their order, and each has its answer', () => {
  const faqs = [
    { question: 'First?', html: '<p>Yes.</p>' },
    { question: 'Second?', html: '<p>No.</p>' },
  ];
  expect(faqData(faqs, shown.url)).toMatchObject({
    mainEntity: [
      { name: 'First?', acceptedAnswer: { text: '<p>Yes.</p>' } },
      { name: 'Second?', acceptedAnswer: { text: '<p>No.</p>' } },
    ],
  });
});

test('a trail counts from one', () => {
  const trail = [
    { name: 'Home', url: 'https://shop.example/' },
    { name: 'Here', url: shown.url },
  ];
  expect(breadcrumbs(trail)).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://shop.example/' },
      { position: 2, name: 'Here', item: shown.url },
    ],
  });
});

test('everything that a page says is one document', () => {
  expect(graph(organization(shop))).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'Organization', email: 'help@shop.example' }],
  });
});

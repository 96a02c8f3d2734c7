import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { CsvExport } from '../../src/admin/orders/CsvExport.tsx';
import { OrderSearch, describeSearchResult } from '../../src/admin/orders/OrderSearch.tsx';
import { Report } from '../../src/admin/orders/Report.tsx';
import { reportQuery } from '../../src/admin/queries.ts';
import type { ReportResponse, ReportSum } from '../../src/contract/admin-orders.ts';
import { render, withoutTags } from './render.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const SUM: ReportSum = {
  currency: 'USD',
  orders: 3,
  gross: 5997,
  refunded: 1999,
  disputed: 1000,
  tax: 240,
  net: 2758,
};

const reportOf = (more: Partial<ReportResponse>): ReportResponse => ({
  from: '2026-11',
  to: '2026-11',
  time_zone: 'UTC',
  products: [{ ...SUM, product_type: 'bundle', name: 'Complete Bundle' }],
  codes: [],
  totals: [SUM],
  stripe_url: 'https://dashboard.stripe.com/test/payments',
  ...more,
});

/** Renders the report while only this month's sales are loaded. */
const renderReport = (more: Partial<ReportResponse> = {}): string => {
  const client = new QueryClient();
  client.setQueryData(reportQuery('this-month').queryKey, reportOf(more));
  return render(createElement(Report, { labels: {} }), client);
};

/** The cell texts of each row in the table with this label. */
const rowsOf = (html: string, label: string): string[][] => {
  const [, section = ''] = html.split(`aria-label="${label}"`);
  const table = section.slice(section.indexOf('<table'), section.indexOf('</table>'));
  const rows = table.split('</tr>').slice(0, -1);
  return rows.map((row) =>
    row
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map(withoutTags),
  );
};

const SUM_CELLS = ['3', '$59.97', '$19.99', '$10.00', '$2.40', '$27.58'];

test('shows the sales, refunds and net of a product', () => {
  const rows = rowsOf(renderReport(), 'Sales by product');
  expect(rows).toContainEqual(['Product', 'Orders', 'Gross', 'Refunded', 'Disputed', 'Tax', 'Net']);
  expect(rows).toContainEqual(['Complete Bundle', ...SUM_CELLS]);
});

test('shows a total for each currency', () => {
  const euros = { ...SUM, currency: 'EUR', net: 100 };
  const rows = rowsOf(renderReport({ totals: [SUM, euros] }), 'Sales by product');
  expect(rows).toContainEqual(['Total, USD', ...SUM_CELLS]);
  expect(rows.find(([name]) => name === 'Total, EUR')?.at(-1)).toBe('€1.00');
});

test('shows the name of a period and its month in one heading', () => {
  const rows = rowsOf(renderReport(), 'Sales by product');
  expect(rows).toContainEqual(['This month, November 2026']);
});

test('shows a row for each combination of promotion code and currency', () => {
  const codes = [
    { ...SUM, code: 'SPRING' },
    { ...SUM, code: 'SPRING', currency: 'EUR', gross: 899 },
    { ...SUM, code: 'SCHOOL' },
  ];
  const rows = rowsOf(renderReport({ codes }), 'Orders by code');
  expect(rows.map(([name, , gross]) => [name, gross])).toEqual([
    ['Promotion code', 'Gross'],
    ['This month, November 2026', undefined],
    ['SPRING', '$59.97'],
    ['SPRING', '€8.99'],
    ['SCHOOL', '$59.97'],
  ]);
});

test('explains the purpose of “Orders by code”', () => {
  const codes = [{ ...SUM, code: 'SPRING' }];
  expect(withoutTags(renderReport({ codes }))).toContain('Use these figures to pay them');
});

test('hides “Orders by code” if no order used a code', () => {
  expect(renderReport({ codes: [] })).not.toContain('Orders by code');
});

test.each([
  'A refund or dispute changes the figures of the month of its sale',
  'Stripe’s reports count a refund in the month when it was made',
  'Amounts are before Stripe’s fees',
])('explains the figures in the report: %s', (sentence) => {
  expect(withoutTags(renderReport())).toContain(sentence);
});

const OCTOBER = { month: 'October', newest: '2026-10', oldest: '2025-11' };
const NOVEMBER = { month: 'November', newest: '2026-11', oldest: '2025-12' };

test.each([
  { ...OCTOBER, zone: 'Pacific/Kiritimati', moment: 'last', at: '2026-10-31T09:59:59Z' },
  { ...NOVEMBER, zone: 'Pacific/Kiritimati', moment: 'first', at: '2026-10-31T10:00:00Z' },
  { ...OCTOBER, zone: 'Pacific/Pago_Pago', moment: 'last', at: '2026-11-01T10:59:59Z' },
  { ...NOVEMBER, zone: 'Pacific/Pago_Pago', moment: 'first', at: '2026-11-01T11:00:00Z' },
])(
  'offers CSV files for $oldest to $newest in the $moment second of $month in $zone',
  ({ zone, at, newest, oldest }) => {
    vi.stubEnv('TZ', zone);
    vi.setSystemTime(at);
    const html = render(createElement(CsvExport));
    const periods = Array.from(html.matchAll(/<option value="([^"]+)"/g), ([, period]) => period);
    expect(periods).toHaveLength(13);
    expect([periods[0], periods[11], periods[12]]).toEqual([newest, oldest, '2026']);
  },
);

test('explains the CSV file’s amounts and last columns in the help text of the period menu', () => {
  const html = render(createElement(CsvExport));
  const [, helpId = 'no help'] = /<select[^>]* aria-describedby="([^"]+)"/.exec(html) ?? [];
  const help = withoutTags(`<p id="${html.split(`id="${helpId}"`)[1]}`.split('</p>')[0] ?? '');
  expect(help).toContain('A refund or dispute counts in the month of its sale.');
  expect(help).toContain('Disputed, Net and Promotion code are the last columns.');
});

test.each([
  { count: 0, says: 'No orders match “SPRING”.' },
  { count: 1, says: '1 order matches.' },
  { count: 49, says: '49 orders match.' },
  // The server returns at most 50 orders.
  { count: 50, says: 'The newest 50 orders match. There may be older ones.' },
])('describes the result of a search: $says', ({ count, says }) => {
  expect(describeSearchResult(count, 'SPRING')).toBe(says);
});

test('says that orders can be found by promotion code', () => {
  const text = withoutTags(render(createElement(OrderSearch, { labels: {} })));
  expect(text).toContain('or promotion code.');
});

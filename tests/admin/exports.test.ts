import { expect, test } from 'vitest';
import { ORDERS_PER_FILE as MOST, exportsOf } from '../../src/admin/orders/exports.ts';
import { salesSum } from './sample-data.ts';

/** The files for these months, with older orders and unpaid ones beside. */
const filesFor = (months: Readonly<Record<string, number>>, earlier = 0, unpaid = 0) => {
  const bars = Object.entries(months).map(([from, n]) => ({ from, sums: { bundle: salesSum(n) } }));
  const total = earlier + Object.values(months).reduce((all, orders) => all + orders, 0);
  return exportsOf({ bars, total: salesSum(total) }, total + unpaid);
};

const file = (label: string, query = '') => ({ label, href: `/api/admin/orders.csv${query}` });

test('the files name their days, and one has all', () => {
  const all = file('All orders');
  expect(filesFor({})).toEqual([all]);
  expect(filesFor({ '2024-12': 0, '2025-01': 1, '2026-11': 2 }, 1)).toEqual([
    file('2026', '?from=2026-01-01&to=2026-12-31'),
    file('2025', '?from=2025-01-01&to=2025-12-31'),
    file('Before 2025', '?to=2024-12-31'),
    all,
  ]);
});

test.each([
  [{ '2026-12': MOST }, 0, 0, /^2026, All orders$/],
  [{ '2026-12': MOST }, 0, 1, /^2026$/],
  [{ '2026-12': MOST, '2027-01': 1 }, 0, 0, /^2027, 2026$/],
  [{ '2026-12': 1, '2027-01': MOST, '2027-02': 1 }, 0, 0, /^Feb 2027, Jan 2027, 2026$/],
  // What no bar holds may be of the year of the first bar, or before it.
  [{ '2028-03': 1, '2029-02': 1 }, MOST, 0, /^2029, Dec 2028, .*Jan 2028, Before 2028$/],
  [{ '2028-03': 1 }, MOST + 1, 0, /^Mar 2028, .*Dec 2027, .*Jan 2026$/],
])('no file has more orders than it can hold: %j and %i before', (...row) => {
  const [months, earlier, unpaid, labels] = row;
  const files = filesFor(months, earlier, unpaid);
  expect(files.map(({ label }) => label).join(', ')).toMatch(labels);
  expect(files.map(({ href }) => href).join()).not.toMatch(/2028-02-(28|30)/); // a leap year
});

import { expect, test } from 'vitest';
import { money, plainMoney } from '../../src/contract/money.ts';

/** Decimals as Stripe counts them (docs.stripe.com/currencies). For some currencies, Intl counts others. */
test.each([
  [899, 'usd', '$8.99', '8.99'],
  [120_000, 'USD', '$1,200.00', '1200.00'],
  [1350, 'jpy', '¥1,350', '1350'],
  [124_000, 'isk', 'ISK 1,240', '1240.00'],
  [3_300_000, 'ugx', 'UGX 33,000', '33000.00'],
  [99_050, 'huf', 'HUF 990.5', '990.50'],
  [1234, 'kwd', 'KWD 1.234', '1.234'],
])('%d minor units of %s are %s', (amount, currency, words, plain) => {
  expect(money(amount, currency).replace('\u00A0', ' ')).toBe(words);
  expect(plainMoney(amount, currency)).toBe(plain);
});

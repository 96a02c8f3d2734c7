import { expect, test } from 'vitest';
import { money, plainMoney } from '../../src/contract/money.ts';

/**
 * The amounts have as many decimals as Stripe uses (docs.stripe.com/currencies). `Intl` uses a
 * different number for some currencies.
 */
test.each([
  { amount: 899, currency: 'usd', words: '$8.99', plain: '8.99' },
  { amount: 120_000, currency: 'USD', words: '$1,200.00', plain: '1200.00' },
  { amount: 1350, currency: 'jpy', words: '¥1,350', plain: '1350' },
  { amount: 124_000, currency: 'isk', words: 'ISK 1,240', plain: '1240.00' },
  { amount: 3_300_000, currency: 'ugx', words: 'UGX 33,000', plain: '33000.00' },
  { amount: 99_050, currency: 'huf', words: 'HUF 990.5', plain: '990.50' },
  { amount: 1234, currency: 'kwd', words: 'KWD 1.234', plain: '1.234' },
])('formats $amount minor units of $currency as $words', ({ amount, currency, words, plain }) => {
  expect(money(amount, currency).replace('\u00A0', ' ')).toBe(words);
  expect(plainMoney(amount, currency)).toBe(plain);
});

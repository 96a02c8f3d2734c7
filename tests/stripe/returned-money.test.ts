import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { disputedAmount } from '../../netlify/stripe/returned-money.ts';

const disputeOf = (currency: string, ...amounts: number[]) =>
  ({
    amount: 899,
    balance_transactions: amounts.map((amount) => ({ amount, currency })),
  }) as Stripe.Dispute;

test.each([
  { name: 'an inquiry', dispute: disputeOf('usd'), amount: 0 },
  { name: 'a dispute whose amount was withdrawn', dispute: disputeOf('usd', -899), amount: 899 },
  {
    name: 'a dispute whose amount was withdrawn and returned',
    dispute: disputeOf('usd', -899, 899),
    amount: 0,
  },
  {
    name: 'a dispute whose amount was withdrawn and partly returned',
    dispute: disputeOf('usd', -899, 400),
    amount: 499,
  },
  {
    name: 'a dispute whose amount was withdrawn in the account’s currency',
    dispute: disputeOf('eur', -830),
    amount: 899,
  },
  // The exchange rate changed in the meantime.
  {
    name: 'a dispute whose amount was withdrawn and returned in the account’s currency',
    dispute: disputeOf('eur', -830, 821),
    amount: 0,
  },
])('computes the disputed amount of $name', ({ dispute, amount }) => {
  expect(disputedAmount(dispute, 'usd')).toBe(amount);
});

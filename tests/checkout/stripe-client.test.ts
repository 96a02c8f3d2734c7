import { expect, test } from 'vitest';
import { createStripeClient, loadSdk } from '../../netlify/clients/stripe.ts';
import { Unavailable } from '../../netlify/clients/unavailable.ts';

const options = { secretKey: 'sk_test_unit', apiUrl: undefined };

test('a file of Stripe’s SDK that could not be read once is read for the next question', async () => {
  let tries = 0;
  const client = createStripeClient(options, () => {
    tries += 1;
    const broken = Object.assign(new Error('open /var/task/stripe.mjs'), { code: 'EMFILE' });
    return tries === 1 ? Promise.reject(broken) : loadSdk();
  });
  const failed = await client.ask(async () => 'asked').catch((error: unknown) => error);
  expect(failed).toEqual(new Unavailable('payments', 'EMFILE'));
  expect(await client.ask(async () => 'asked')).toBe('asked');
  expect(await client.ask(async () => 'again')).toBe('again');
  expect(tries).toBe(2);
});

import { newLife } from './life.ts';
import { perform } from './perform.ts';
import { PRODUCTS } from './truth.ts';
import { STRIPE, type World } from './world.ts';

/** A session for the bundle that nobody has paid yet. */
const openSession = async (world: World): Promise<string> => {
  const life = newLife(world);
  const product = PRODUCTS.findIndex(({ product_type: type }) => type === 'bundle');
  await perform(life, { call: 'create', product, code: '' });
  return life.truths[0]?.session ?? '';
};

/** A session that is paid, by card or in time by a bank. The shop does not know it yet. */
export const buy = async (world: World, means: object = {}): Promise<string> => {
  const session = await openSession(world);
  await world.control('pay', { session, ...means });
  return session;
};

/** A paid session on the same Stripe account that is not this shop's. */
export const buyElsewhere = async (world: World): Promise<string> => {
  const form = new URLSearchParams({
    mode: 'payment',
    success_url: 'https://other.example/thanks',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '500',
    'line_items[0][price_data][product_data][name]': 'A mug',
  });
  const authorization = `Bearer ${process.env['STRIPE_SECRET_KEY']}`;
  const url = `${STRIPE}/v1/checkout/sessions`;
  const response = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
  const { id }: { id: string } = await response.json();
  await world.control('pay', { session: id });
  return id;
};

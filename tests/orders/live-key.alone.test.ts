import { expect, test, vi } from 'vitest';
import { buy } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { world } from '../model/test-world.ts';
import { loadFunctions } from '../shop/routes.ts';

test('what a test card paid for gives nothing once the shop has its live key', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(world);
  const ask = () => post('/api/secure-file-access', { product_id: 'guide-1', session_id: session });
  expect((await world.call(ask())).status).toBe(200);
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_of_the_opening');
  vi.resetModules();
  const live = await loadFunctions();
  expect((await live(ask())).ok).toBe(false);
});

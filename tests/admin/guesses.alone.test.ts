import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { byDepth } from '../depth.ts';
import { SITE, openWorld } from '../model/world.ts';
import { cookiesOf, password } from '../shop/owner.ts';
import { loadFunctions } from '../shop/routes.ts';

// Not over a network, since there are thousands of guesses.
const world = await openWorld();
afterAll(world.close);
vi.spyOn(console, 'warn').mockReturnValue();
vi.spyOn(console, 'log').mockReturnValue(); // a line for each request
vi.useFakeTimers({ toFake: ['Date'] });

const DAY_MS = 24 * 3600 * 1000;
const GUESSED = byDepth(600, 10_000);
/** The beginning of a day on which nobody has guessed yet. */
let day = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
beforeEach(() => {
  vi.setSystemTime((day += DAY_MS));
});

const instance = await loadFunctions();

const guess = (given: string, address: string): Promise<Response> => {
  const headers = { 'content-type': 'application/json', 'x-nf-client-connection-ip': address };
  const body = JSON.stringify({ password: given });
  return instance(new Request(`${SITE}/api/admin/login`, { method: 'POST', headers, body }));
};

test('of the guesses of a day by one client few are looked at', async () => {
  let tried = 0;
  for (let guessed = 0; guessed < GUESSED; guessed += 1) {
    vi.setSystemTime(day + (guessed * DAY_MS) / GUESSED);
    const { status } = await guess(`guess ${guessed}`, '198.51.100.7');
    expect([401, 429]).toContain(status);
    if (status === 401) tried += 1;
  }
  expect(tried).toBe(50);
});

test('a flood of guesses neither ends the running session nor keeps out the owner elsewhere', async () => {
  const logIn = await guess(password(), '192.0.2.1');
  const cookie = cookiesOf(logIn);
  for (let stranger = 0; stranger < 100; stranger += 1) {
    await guess('wrong', `10.0.${stranger}.1`);
    await guess('wrong', '203.0.113.5');
  }
  expect((await guess(password(), '203.0.113.5')).status).toBe(429);
  const session = await instance(new Request(`${SITE}/api/admin/session`, { headers: { cookie } }));
  expect(session.status).toBe(200);
  expect((await guess(password(), '203.0.113.99')).status).toBe(200);
});

test('while guesses cannot be counted, none is looked at', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const redis = vi.spyOn(globalThis, 'fetch');
  redis.mockImplementation(() => Promise.resolve(new Response(null, { status: 500 })));
  onTestFinished(() => redis.mockRestore());
  const response = await guess(password(), '198.51.100.11');
  expect([response.status, (await response.json()).code]).toEqual([503, 'temporarily_unavailable']);
});

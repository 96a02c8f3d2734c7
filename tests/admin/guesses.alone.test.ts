import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { byDepth } from '../depth.ts';
import { LIMITS } from '../../netlify/http/limits.ts';
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

const guess = (given: string, address: string, cookie = ''): Promise<Response> => {
  const client = { 'x-nf-client-connection-ip': address, cookie };
  const headers = { 'content-type': 'application/json', ...client };
  const body = JSON.stringify({ password: given });
  return instance(new Request(`${SITE}/api/admin/login`, { method: 'POST', headers, body }));
};

/** What the owner's browser keeps of a login. */
const logIn = async (): Promise<string> => {
  const response = await guess(password(), '192.0.2.1');
  expect(response.status).toBe(200);
  return cookiesOf(response);
};

/** The cookie that names a browser the owner has logged in with. */
const browserOf = (cookies: string): string => /owner_browser=[^;]+/.exec(cookies)?.[0] ?? '';

/** tests/http/limits.test.ts has the limits of a minute and of an hour. */
test.each([
  ['one client', () => '198.51.100.7', LIMITS.login.perClient[2].most],
  ['many clients', (nth: number) => `10.${nth >> 8}.${nth & 255}.1`, LIMITS.login.total[2].most],
])('of the guesses of a day by %s few are looked at', async (_whose, addressOf, most) => {
  let tried = 0;
  for (let guessed = 0; guessed < GUESSED; guessed += 1) {
    vi.setSystemTime(day + (guessed * DAY_MS) / GUESSED);
    const { status } = await guess(`guess ${guessed}`, addressOf(guessed));
    expect([401, 429]).toContain(status);
    if (status === 401) tried += 1;
  }
  expect(tried).toBe(most);
});

test('a flood of guesses neither ends the running session nor keeps out a browser that is known', async () => {
  const cookie = await logIn();
  for (let stranger = 0; stranger < 100; stranger += 1) {
    await guess('wrong', `10.0.${stranger}.1`);
    await guess('wrong', '203.0.113.5');
  }
  expect((await guess(password(), '203.0.113.5')).status).toBe(429);
  expect((await guess(password(), '203.0.113.99')).status).toBe(429);
  const session = await instance(new Request(`${SITE}/api/admin/session`, { headers: { cookie } }));
  expect(session.status).toBe(200);
  const again = await guess(password(), '203.0.113.5', browserOf(cookie));
  expect(again.status).toBe(200);
  expect(cookiesOf(again)).toContain('owner_session=');
});

test('a known browser may guess no more than any other client', async () => {
  const cookie = await logIn();
  const statuses: number[] = [];
  for (let tried = 0; tried < 7; tried += 1) {
    statuses.push((await guess('wrong', `10.1.${tried}.1`, browserOf(cookie))).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('while guesses cannot be counted, none is looked at', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const redis = vi.spyOn(globalThis, 'fetch');
  redis.mockImplementation(() => Promise.resolve(new Response(null, { status: 500 })));
  onTestFinished(() => redis.mockRestore());
  const response = await guess(password(), '198.51.100.11');
  expect([response.status, (await response.json()).code]).toEqual([503, 'temporarily_unavailable']);
});

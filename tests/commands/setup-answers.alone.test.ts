import { beforeEach, expect, test, vi } from 'vitest';
import { SETTINGS, type Setting } from '../../netlify/admin/health/settings-table.ts';
import { isPassword } from '../../netlify/admin/password.ts';
import { faultOf } from '../../netlify/commands/setup/answers.ts';
import { askFor } from '../../netlify/commands/setup/ask.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { SECRET_KEY, start } from '../stripe/harness.ts';

/** What the owner types, line by line, and what of it was not shown. */
const { typed, hidden } = vi.hoisted(() => ({ typed: [] as string[], hidden: [] as string[] }));
const nextLine = (): string => {
  const line = typed.shift();
  if (line === undefined) throw new Error('asked once more than expected');
  return line;
};
vi.mock('@clack/prompts', () => ({
  isCancel: () => false,
  text: () => nextLine(),
  password: ({ mask }: { mask: string }) => {
    const line = nextLine();
    if (mask === '') hidden.push(line);
    return line;
  },
}));

beforeEach(() => void hidden.splice(0));

const { redisUrl, environment } = await hostedServices();
const TOKEN = environment['UPSTASH_REDIS_REST_TOKEN'] ?? '';
const SITE = 'https://shop.example';
const LIVE_KEY = 'sk_live_stand_in';

const settingOf = (wanted: string): Setting => {
  const setting = SETTINGS.find(({ name }) => name === wanted);
  if (!setting) throw new Error(`no setting ${wanted}`);
  return setting;
};

type Values = Record<string, string>;
const envOf = (values: Values) => ({
  get: (name: string) => values[name],
  set: (changes: Values) => void Object.assign(values, changes),
});

/** Asks an owner who types these lines. Returns what was printed and how .env has changed. */
const ask = async (name: string, lines: string[], before: Values = {}) => {
  const { origin } = await start({ secretKey: lines.includes(LIVE_KEY) ? LIVE_KEY : SECRET_KEY });
  const values = { ...before };
  const log = vi.spyOn(console, 'log').mockReturnValue();
  typed.push(...lines);
  await askFor(settingOf(name), { env: envOf(values), stripeUrl: new URL(origin) });
  const printed = log.mock.calls.join('\n');
  log.mockRestore();
  expect(typed).toEqual([]);
  const changed = Object.entries(values).filter(([key, value]) => before[key] !== value);
  return { printed, changed: Object.fromEntries(changed) };
};

/** tests/health/settings.test.ts has every other reason. */
test.each([
  ['PUBLIC_SITE_URL', 'https://localhost:8888', 'Buyers need an address on the web', SITE],
  ['STRIPE_SECRET_KEY', 'sk_test_51••••1234', 'It’s incomplete', SECRET_KEY],
  ['STRIPE_SECRET_KEY', 'sk_test_of_nobody', 'Copy the secret key again', SECRET_KEY],
])('for %s, "%s" is refused with "%s", and asked again', async (name, wrong, says, right) => {
  const { printed, changed } = await ask(name, [wrong, right]);
  expect(printed).toContain(says);
  expect(changed).toEqual({ [name]: right });
});

test.each([
  ['a page of the shop', 'PUBLIC_SITE_URL', `${SITE}/some/page?a=b`, SITE],
  ['a line', 'UPSTASH_REDIS_REST_URL', `UPSTASH_REDIS_REST_URL="${redisUrl}"`, redisUrl],
  ['quotes', 'STRIPE_SECRET_KEY', `"${SECRET_KEY}"`, SECRET_KEY],
  ['Enter', 'PUBLIC_SUPPORT_EMAIL', '', ''],
  ['none', 'MAIL_API_KEY', 'none', ''],
])('%s is understood', async (_what, name, line, value) => {
  expect((await ask(name, [line])).changed).toEqual({ [name]: value });
});

test.each([
  ['STRIPE_SECRET_KEY', SECRET_KEY, 'Current: ...d_in, test mode. Press Enter to keep it.'],
  ['PUBLIC_SUPPORT_EMAIL', 'a@b.example', 'Current: a@b.example. Press Enter to keep it.'],
])('%s is shown and can be kept', async (name, value, says) => {
  const { printed, changed } = await ask(name, [''], { [name]: value });
  expect(printed).toContain(says);
  expect(changed).toEqual({});
});

test.each([
  ['PUBLIC_SITE_URL', 'https://old.example', SITE, ['STRIPE_WEBHOOK_SECRET']],
  ['STRIPE_SECRET_KEY', SECRET_KEY, LIVE_KEY, ['STRIPE_WEBHOOK_SECRET']],
  ['STRIPE_SECRET_KEY', 'sk_test_old', SECRET_KEY, []],
  ['UPSTASH_REDIS_REST_URL', 'https://old.example', redisUrl, ['UPSTASH_REDIS_REST_TOKEN']],
  ['MAIL_API_KEY', 're_1', 'none', ['MAIL_FROM', 'MAIL_WEBHOOK_SECRET', 'OWNER_EMAIL']],
])('a new %s after %s removes what belonged to the old one', async (name, old, next, outdated) => {
  const others = Object.fromEntries(
    SETTINGS.map((setting) => [setting.name, `old ${setting.name}`]),
  );
  const { printed, changed } = await ask(name, [next], { ...others, [name]: old });
  const removed = Object.fromEntries(outdated.map((other) => [other, '']));
  expect(changed).toEqual({ [name]: next === 'none' ? '' : next, ...removed });
  for (const other of outdated) expect(printed).toContain(other);
  expect(printed.includes('live mode: payments are real')).toBe(next === LIVE_KEY);
});

test('for a token of another database, the URL is asked again too', async () => {
  const url = { UPSTASH_REDIS_REST_URL: redisUrl };
  const { printed, changed } = await ask('UPSTASH_REDIS_REST_TOKEN', ['other', '', TOKEN], url);
  expect(printed).toContain('doesn’t recognize UPSTASH_REDIS_REST_TOKEN');
  expect(printed).toContain(`Current: ${redisUrl}. Press Enter to keep it.`);
  expect(changed).toEqual({ UPSTASH_REDIS_REST_TOKEN: TOKEN });
});

test('a password is typed twice, unseen, and stored as its hash', async () => {
  const password = ' correct horse, battery ';
  const lines = ['too-short', password, 'correct horse', password, password];
  const { printed, changed } = await ask('ADMIN_PASSWORD', lines, { ADMIN_PASSWORD: password });
  for (const says of ['the password itself', 'fewer than 12 characters', 'Those don’t match']) {
    expect(printed).toContain(says);
  }
  expect(printed).not.toContain('horse');
  expect(hidden).toEqual(lines);
  expect(await isPassword(password, changed['ADMIN_PASSWORD'] ?? '')).toBe(true);
});

test('without an email key, nothing else is asked about email', () => {
  const env = envOf({ MAIL_API_KEY: '' });
  const ofMail = SETTINGS.filter(({ needs }) => needs === 'MAIL_API_KEY');
  expect(ofMail.filter((setting) => faultOf(setting, env) !== null)).toEqual([]);
});

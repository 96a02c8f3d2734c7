import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { saleFor } from '../shop/seed.ts';
import { LIVE_SETTINGS } from '../shop/settings.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';

const shop = await openMailShop();
const { sendEmail } = await import('../../netlify/mail/resend.ts');
const { MAX_LISTED_ORDERS, foundOrdersMessage, orderList } =
  await import('../../netlify/mail/find-purchase.ts');
const { fillTemplate } = await import('../../netlify/mail/template.ts');

let keys = 0;
const message = (more: object = {}) => ({
  to: 'parent@example.com',
  replyTo: 'help@example.com',
  subject: 'Your download',
  html: '<p>Here</p>',
  text: 'Here',
  key: `test/${(keys += 1)}`,
  ...more,
});

const mailIs = (faults: object) => () => shop.setMailFaults(faults);
const answers = (status: number, name?: string) => mailIs({ status, name });

/** Ends the shop's wait of five seconds at once. */
const neverAnswer = () => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => timeout(ms / 100));
  shop.failMail('slow');
};

const REFUSED = { is: 'refused', reason: '422 validation_error' };
const notSent = (cause: 'quota' | 'rate_limit' | 'shop') => ({
  is: 'postponed',
  cause,
  reason: expect.stringMatching(/^4\d\d \w+$/),
  mayBeSent: false,
});
const MAY_BE_SENT = { is: 'postponed', cause: 'service', mayBeSent: true };

test.each<readonly [how: string, fail: () => unknown, outcome: object]>([
  ['takes it', mailIs({}), { is: 'sent', id: expect.any(String) }],
  ['says how many are used', mailIs({ perDay: 9 }), { is: 'sent', usedToday: 1 }],
  ['refuses the address', answers(422), REFUSED],
  ['asks for a break', answers(429), { ...notSent('rate_limit'), waitInSeconds: 1 }],
  ['takes no more today', answers(429, 'daily_quota_exceeded'), notSent('quota')],
  ['takes no more this month', answers(429, 'monthly_quota_exceeded'), notSent('quota')],
  ['calls a wrong key invalid', answers(401, 'validation_error'), notSent('shop')],
  ['has not verified the domain', answers(403), notSent('shop')],
  ['refuses MAIL_FROM', answers(422, 'invalid_from_address'), notSent('shop')],
  [
    'has an error of its own',
    answers(503),
    { is: 'postponed', cause: 'service', mayBeSent: false },
  ],
  ['is just sending it', answers(409), MAY_BE_SENT],
  ['takes it, and whose answer is lost', mailIs({ cutOff: true }), MAY_BE_SENT],
  ['is behind a gateway that fails', () => shop.failMail('500'), MAY_BE_SENT],
  ['never answers', neverAnswer, MAY_BE_SENT],
])('the outcome of an email to a mail service that %s is known', async (_how, fail, is) => {
  await fail();
  expect(await sendEmail(message())).toMatchObject(is);
});

test('gives up an email to a malformed address, and keeps one with a malformed reply-to', async () => {
  expect(await sendEmail(message({ to: 'no address' }))).toEqual(REFUSED);
  expect(await sendEmail(message({ replyTo: 'no address' }))).toMatchObject(notSent('shop'));
});

test('an email whose key was used before counts as sent', async () => {
  const first = message();
  expect(await sendEmail(first)).toMatchObject({ is: 'sent' });
  const again = message({ key: first.key, subject: 'In other words' });
  expect(await sendEmail(again)).toEqual({ is: 'sent', id: '' });
});

const createdAt = Date.UTC(2026, 10, 22, 12) / 1000;
const orderFor = (n: number, notes: Partial<Order> = {}): Order => ({
  sessionId: `cs_test_${n}`,
  ...saleFor(1, { createdAt: createdAt + n, productType: 'bundle' }),
  ...NO_NOTES,
  ...notes,
});

const listOf = (...orders: readonly Order[]) => orderList(orders);

const { catalog } = await import('../../netlify/shop/catalog.ts');

test('an order is its name, its day, its number and its link', () => {
  const bundle = catalog.products.find(({ product_type: type }) => type === 'bundle');
  const { name } = bundle ?? {};
  onTestFinished(() => void Object.assign(bundle ?? {}, { name }));
  Object.assign(bundle ?? {}, { name: 'Pens & <Paper>' });
  const { text, html } = listOf(orderFor(1));
  const link = `${shop.siteUrl}/guide-download?session_id=cs_test_1`;
  const number = `Order MSK-${orderNumberOf('cs_test_1')}`;
  expect(text.split('\n')).toEqual(['Pens & <Paper>', 'November 22, 2026', number, link]);
  for (const words of ['Pens &amp; &lt;Paper&gt;', number, `href="${link}"`]) {
    expect(html).toContain(words);
  }
  expect(html).not.toMatch(/<br \/>\s*<br|<p/);
});

test('an order without files says why, as the pages do, and has no link', () => {
  const { text, html } = listOf(orderFor(1, { access: { is: 'blocked', at: createdAt } }));
  const { heading, text: words } = PLAIN_MAILS.orders.blocked;
  for (const list of [text, html]) expect(list).toContain(`${heading}. ${words}`);
  expect(text).not.toContain('session_id=');
  expect(html).not.toContain('href=');
  expect(html).toContain(`<br />${heading}`);
});

test(`the newest ${MAX_LISTED_ORDERS} are listed, with a word about the others`, () => {
  const orders = Array.from({ length: MAX_LISTED_ORDERS + 1 }, (_, n) => orderFor(n));
  const { text, html } = listOf(...orders);
  const links = text.match(/cs_test_\w+/g) ?? [];
  expect([links[0], links.at(-1), links.length]).toEqual([
    'cs_test_50',
    'cs_test_1',
    MAX_LISTED_ORDERS,
  ]);
  for (const words of [text, html]) expect(words).toContain('You have older orders than these.');
  expect(listOf(...orders.slice(1)).text).not.toContain('older orders');
});

test.each([
  [
    'Pens & <"Paper">',
    '<p>Pens &amp; &lt;&quot;Paper&quot;&gt;</p>',
    'New.\n\nPens & <"Paper">\n\nEnd.',
  ],
  ['', '', 'New.\n\nEnd.'],
])('an email of %j has no paragraph of which nothing is left', (guide, html, text) => {
  const [subject, replyTo] = ['Of {guide}', 'help@shop.example'];
  const template = { subject, replyTo, html: '<p>{guide}</p>', text: 'New.\n\n{guide}\n\nEnd.' };
  expect(fillTemplate(template, { guide })).toEqual({
    replyTo,
    subject: `Of ${guide}`,
    html,
    text,
  });
});

const templateOf = (html: string, text: string) => ({
  subject: 'Hello',
  replyTo: 'help@shop.example',
  html,
  text,
});

test('keeps the line breaks of a value in both parts', () => {
  const template = templateOf('<p>New: {changes}</p>', 'New: {changes}');
  expect(fillTemplate(template, { changes: 'One <jar>.\n\nTwo.' })).toMatchObject({
    html: '<p>New: One &lt;jar&gt;.<br /><br />Two.</p>',
    text: 'New: One <jar>.\n\nTwo.',
  });
});

describe('a product’s name in an email', () => {
  const SET = { name: 'Whole & Set' };
  const fill = (html: string, text: string, subject = 'Hello') =>
    fillTemplate({ ...templateOf(html, text), subject }, { guide: SET });

  test('has its article after a word, also in bold', () => {
    const filled = fill('<p>You bought <strong>{guide}</strong>.</p>', 'You bought {guide}.');
    expect(filled.html).toBe('<p>You bought <strong>the Whole &amp; Set</strong>.</p>');
    expect(filled.text).toBe('You bought the Whole & Set.');
  });

  test('has its article in a subject such as “A new edition of …”', () => {
    expect(fill('', '', 'A new edition of {guide}').subject).toBe(
      'A new edition of the Whole & Set',
    );
  });

  test('stands alone after a colon, at the start of a paragraph and beside a picture', () => {
    const filled = fill(
      '<img alt="{guide}"><p>{guide} is ready.</p>',
      '{guide} is ready.',
      'Ready: {guide}',
    );
    expect(filled.html).toBe('<img alt="Whole &amp; Set"><p>Whole &amp; Set is ready.</p>');
    expect(filled.text).toBe('Whole & Set is ready.');
    expect(filled.subject).toBe('Ready: Whole & Set');
  });

  test('has no article if it is a title', () => {
    const filled = fillTemplate(templateOf('', 'You bought {guide}.'), {
      guide: { name: 'A Seed' },
    });
    expect(filled.text).toBe('You bought A Seed.');
  });
});

test('has no line break in a subject', () => {
  const template = { ...templateOf('', ''), subject: 'New: {changes}' };
  expect(fillTemplate(template, { changes: 'One.\nTwo.' }).subject).toBe('New: One. Two.');
});

const CONDITIONAL = templateOf(
  '<p style="margin:0">{isOpen} Keep <b>it</b>.</p><p>End.</p>',
  '{isOpen} Keep it.\n\nEnd.',
);

test('keeps a paragraph whose condition is true', () => {
  expect(fillTemplate(CONDITIONAL, { isOpen: true })).toMatchObject({
    html: '<p style="margin:0">Keep <b>it</b>.</p><p>End.</p>',
    text: 'Keep it.\n\nEnd.',
  });
});

test('removes a paragraph whose condition is false, and no other', () => {
  expect(fillTemplate(CONDITIONAL, { isOpen: false })).toMatchObject({
    html: '<p>End.</p>',
    text: 'End.',
  });
});

const ABOUT_LINKS = 'Each link opens its files again.';
const BLOCKED = { access: { is: 'blocked', at: createdAt } } as const;

test.each([
  { name: 'explains the links of orders', orders: [orderFor(1), orderFor(2, BLOCKED)], times: 1 },
  { name: 'explains no links if no order has one', orders: [orderFor(1, BLOCKED)], times: 0 },
  {
    name: 'explains no links if only an order beyond the list has one',
    orders: [
      orderFor(0),
      ...Array.from({ length: MAX_LISTED_ORDERS }, (_, n) => orderFor(n + 1, BLOCKED)),
    ],
    times: 0,
  },
])('the email about orders $name', ({ orders, times }) => {
  const { html, text } = foundOrdersMessage('hash/uuid', 'parent@example.com', orders);
  for (const part of [html, text]) expect(part.split(ABOUT_LINKS)).toHaveLength(times + 1);
});

const LIVE = { ...LIVE_SETTINGS, STRIPE_API_URL: '' };
const LOCAL = { PUBLIC_SITE_URL: 'http://localhost:8888' };

test.each([
  ['a shop on the web', {}, true],
  ['a local shop that asks Stripe itself', LOCAL, false],
  ['a local shop with a stand-in', { ...LOCAL, STRIPE_API_URL: 'http://localhost:8889' }, true],
  ['a shop without a sender', { MAIL_FROM: '' }, false],
])('whether %s sends email and alerts: %j: %s', async (_what, settings, sends) => {
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  for (const [name, value] of Object.entries({ ...LIVE, ...settings })) vi.stubEnv(name, value);
  const { ownerAddress, sendsMail } = await import('../../netlify/platform/mail-policy.ts');
  expect([sendsMail(), ownerAddress()]).toEqual([sends, sends ? LIVE.OWNER_EMAIL : null]);
});

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { saleFor } from '../shop/seed.ts';
import { LIVE_SETTINGS } from '../shop/settings.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';

const shop = await openMailShop();
const { sendEmail } = await import('../../netlify/mail/resend.ts');
const { foundOrdersMessage, orderList } = await import('../../netlify/mail/find-purchase.ts');
const { fillTemplate } = await import('../../netlify/mail/template.ts');

let keys = 0;
const message = (more: object = {}) => {
  keys += 1;
  return {
    to: 'parent@example.com',
    replyTo: 'help@example.com',
    subject: 'Your download',
    html: '<p>Here</p>',
    text: 'Here',
    key: `test/${keys}`,
    ...more,
  };
};

/** Makes Resend never respond. Shortens the shop's time limit of five seconds. */
const neverRespond = () => {
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

describe('an email', () => {
  type Row = { readonly name: string; readonly faults: object; readonly outcome: object };

  test.each<Row>([
    {
      name: 'sends an email that Resend accepts',
      faults: {},
      outcome: { is: 'sent', id: expect.any(String) },
    },
    {
      name: 'returns the number of emails sent that day',
      faults: { perDay: 9 },
      outcome: { is: 'sent', usedToday: 1 },
    },
    {
      name: 'treats an email as refused if Resend rejects the recipient’s address',
      faults: { status: 422 },
      outcome: REFUSED,
    },
    {
      name: 'postpones an email for as long as Resend’s rate limit requires',
      faults: { status: 429 },
      outcome: { ...notSent('rate_limit'), waitInSeconds: 1 },
    },
    {
      name: 'postpones an email if the daily quota is used up',
      faults: { status: 429, name: 'daily_quota_exceeded' },
      outcome: notSent('quota'),
    },
    {
      name: 'postpones an email if the monthly quota is used up',
      faults: { status: 429, name: 'monthly_quota_exceeded' },
      outcome: notSent('quota'),
    },
    {
      name: 'postpones an email until the owner corrects a wrong API key',
      faults: { status: 401, name: 'validation_error' },
      outcome: notSent('shop'),
    },
    {
      name: 'postpones an email until the owner verifies the domain',
      faults: { status: 403 },
      outcome: notSent('shop'),
    },
    {
      name: 'postpones an email until the owner corrects a malformed MAIL_FROM',
      faults: { status: 422, name: 'invalid_from_address' },
      outcome: notSent('shop'),
    },
    {
      name: 'postpones an email and treats it as unsent if Resend itself reports an error',
      faults: { status: 503 },
      outcome: { is: 'postponed', cause: 'service', mayBeSent: false },
    },
    {
      name: 'treats an email as possibly sent if Resend is still processing it',
      faults: { status: 409 },
      outcome: MAY_BE_SENT,
    },
    {
      name: 'treats an email as possibly sent if the response is lost',
      faults: { cutOff: true },
      outcome: MAY_BE_SENT,
    },
  ])('$name', async ({ faults, outcome }) => {
    await shop.setMailFaults(faults);
    expect(await sendEmail(message())).toMatchObject(outcome);
  });

  test('treats an email as possibly sent if a gateway in front of Resend fails', async () => {
    shop.failMail('500');
    expect(await sendEmail(message())).toMatchObject(MAY_BE_SENT);
  });

  test('treats an email as possibly sent if Resend never responds', async () => {
    neverRespond();
    expect(await sendEmail(message())).toMatchObject(MAY_BE_SENT);
  });

  test('treats an email as refused if the recipient’s address is malformed', async () => {
    expect(await sendEmail(message({ to: 'no address' }))).toEqual(REFUSED);
  });

  test('postpones an email until the owner corrects a malformed reply-to address', async () => {
    expect(await sendEmail(message({ replyTo: 'no address' }))).toMatchObject(notSent('shop'));
  });

  test('treats an email as sent if its idempotency key was already used for different content', async () => {
    const first = message();
    expect(await sendEmail(first)).toMatchObject({ is: 'sent' });
    const again = message({ key: first.key, subject: 'In other words' });
    expect(await sendEmail(again)).toEqual({ is: 'sent', id: '' });
  });
});

const createdAt = Date.UTC(2026, 10, 22, 12) / 1000;
const orderFor = (n: number, notes: Partial<Order> = {}): Order => ({
  sessionId: `cs_test_${n}`,
  ...saleFor(1, { createdAt: createdAt + n, productType: 'bundle' }),
  ...NO_NOTES,
  ...notes,
});

const { catalog } = await import('../../netlify/shop/catalog.ts');

describe('an order in the find-purchase email', () => {
  const NUMBER = `Order MSK-${orderNumberOf('cs_test_1')}`;
  const LINK = `${shop.siteUrl}/guide-download?session_id=cs_test_1`;

  beforeEach(() => {
    const bundle = catalog.products.find(({ product_type: type }) => type === 'bundle');
    if (!bundle) throw new Error('The catalog has no bundle.');
    const { name } = bundle;
    Object.assign(bundle, { name: 'Pens & <Paper>' });
    onTestFinished(() => void Object.assign(bundle, { name }));
  });

  test('lists an order’s details in the plain-text part', () => {
    const { text } = orderList([orderFor(1)]);
    expect(text.split('\n')).toEqual(['Pens & <Paper>', 'November 22, 2026', NUMBER, LINK]);
  });

  test.each([
    { name: 'escaped product name', html: 'Pens &amp; &lt;Paper&gt;' },
    { name: 'date', html: 'November 22, 2026' },
    { name: 'number', html: NUMBER },
    { name: 'link', html: `href="${LINK}"` },
  ])('lists an order’s $name in the HTML part', ({ html }) => {
    expect(orderList([orderFor(1)]).html).toContain(html);
  });

  test('adds no empty lines to an order in the HTML part', () => {
    expect(orderList([orderFor(1)]).html).not.toMatch(/<br \/>\s*<br|<p/);
  });
});

describe('an order without files in the find-purchase email', () => {
  const { heading, text: words } = PLAIN_MAILS.orders.blocked;
  const { text, html } = orderList([orderFor(1, { access: { is: 'blocked', at: createdAt } })]);

  test('says why an order has no files', () => {
    expect(text).toContain(`${heading}. ${words}`);
    expect(html).toContain(`<br />${heading}. ${words}`);
  });

  test('includes no link to an order without files', () => {
    expect(text).not.toContain('session_id=');
    expect(html).not.toContain('href=');
  });
});

const ordersFrom = (first: number, count: number): Order[] =>
  Array.from({ length: count }, (_, index) => orderFor(first + index));

describe('the find-purchase email', () => {
  test('lists the newest 50 of 51 orders, newest first', () => {
    const links = orderList(ordersFrom(0, 51)).text.match(/cs_test_\w+/g) ?? [];
    expect(links).toHaveLength(50);
    expect(links[0]).toBe('cs_test_50');
    expect(links.at(-1)).toBe('cs_test_1');
  });

  test('mentions older orders if there are 51 orders', () => {
    const { text, html } = orderList(ordersFrom(0, 51));
    expect(text).toContain('older orders');
    expect(html).toContain('older orders');
  });

  test('mentions no older orders if there are 50 orders', () => {
    const { text, html } = orderList(ordersFrom(0, 50));
    expect(text).not.toContain('older orders');
    expect(html).not.toContain('older orders');
  });
});

const templateOf = (html: string, text: string) => ({
  subject: 'Hello',
  replyTo: 'help@shop.example',
  html,
  text,
});

describe('a placeholder in an email', () => {
  const template = {
    ...templateOf('<p>{guide}</p>', 'New.\n\n{guide}\n\nEnd.'),
    subject: 'Of {guide}',
  };

  test('replaces a placeholder and escapes its value in HTML', () => {
    expect(fillTemplate(template, { guide: 'Pens & <"Paper">' })).toEqual({
      replyTo: 'help@shop.example',
      subject: 'Of Pens & <"Paper">',
      html: '<p>Pens &amp; &lt;&quot;Paper&quot;&gt;</p>',
      text: 'New.\n\nPens & <"Paper">\n\nEnd.',
    });
  });

  test('leaves no empty paragraph if a placeholder’s value is empty', () => {
    const { html, text } = fillTemplate(template, { guide: '' });
    expect(html).toBe('');
    expect(text).toBe('New.\n\nEnd.');
  });
});

test('preserves the line breaks in a placeholder’s value in HTML and plain text', () => {
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

  test('adds “the” before a product’s name in a sentence, even in bold', () => {
    const filled = fill('<p>You bought <strong>{guide}</strong>.</p>', 'You bought {guide}.');
    expect(filled.html).toBe('<p>You bought <strong>the Whole &amp; Set</strong>.</p>');
    expect(filled.text).toBe('You bought the Whole & Set.');
  });

  test('adds “the” before a product’s name in a subject like “A new edition of …”', () => {
    expect(fill('', '', 'A new edition of {guide}').subject).toBe(
      'A new edition of the Whole & Set',
    );
  });

  test('adds no “the” where a product’s name stands alone', () => {
    const filled = fill(
      '<img alt="{guide}"><p>{guide} is ready.</p>',
      '{guide} is ready.',
      'Ready: {guide}',
    );
    expect(filled.html).toBe('<img alt="Whole &amp; Set"><p>Whole &amp; Set is ready.</p>');
    expect(filled.text).toBe('Whole & Set is ready.');
    expect(filled.subject).toBe('Ready: Whole & Set');
  });

  test('adds no “the” before a product’s name that is a title', () => {
    const filled = fillTemplate(templateOf('', 'You bought {guide}.'), {
      guide: { name: 'A Seed' },
    });
    expect(filled.text).toBe('You bought A Seed.');
  });
});

test('removes line breaks from a subject', () => {
  const template = { ...templateOf('', ''), subject: 'New: {changes}' };
  expect(fillTemplate(template, { changes: 'One.\nTwo.' }).subject).toBe('New: One. Two.');
});

const CONDITIONAL = templateOf(
  '<p style="margin:0">{isOpen} Keep <b>it</b>.</p><p>End.</p>',
  '{isOpen} Keep it.\n\nEnd.',
);

test('includes a paragraph whose condition is true', () => {
  expect(fillTemplate(CONDITIONAL, { isOpen: true })).toMatchObject({
    html: '<p style="margin:0">Keep <b>it</b>.</p><p>End.</p>',
    text: 'Keep it.\n\nEnd.',
  });
});

test('removes only the paragraph whose condition is false', () => {
  expect(fillTemplate(CONDITIONAL, { isOpen: false })).toMatchObject({
    html: '<p>End.</p>',
    text: 'End.',
  });
});

const ABOUT_LINKS = 'Each link opens its files again.';
const BLOCKED = { access: { is: 'blocked', at: createdAt } } as const;

const blockedOrders = (count: number): Order[] =>
  Array.from({ length: count }, (_, index) => orderFor(index + 1, BLOCKED));

describe('the explanation of links in the find-purchase email', () => {
  test('explains the links only once for several orders', () => {
    const orders = [orderFor(1), orderFor(2), orderFor(3, BLOCKED)];
    const { html, text } = foundOrdersMessage('hash/uuid', 'parent@example.com', orders);
    for (const part of [html, text]) expect(part.split(ABOUT_LINKS)).toHaveLength(2);
  });

  test.each([
    { name: 'no order has a link', orders: blockedOrders(1) },
    {
      name: 'only an older order that is not listed has a link',
      orders: [orderFor(0), ...blockedOrders(50)],
    },
  ])('omits the explanation of links if $name', ({ orders }) => {
    const { html, text } = foundOrdersMessage('hash/uuid', 'parent@example.com', orders);
    for (const part of [html, text]) expect(part).not.toContain(ABOUT_LINKS);
  });
});

const ON_THE_WEB = { ...LIVE_SETTINGS, STRIPE_API_URL: '' };
const ON_LOOPBACK = { ...ON_THE_WEB, PUBLIC_SITE_URL: 'http://localhost:8888' };

const readMailPolicy = async (settings: Readonly<Record<string, string>>) => {
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { ownerAddress, sendsMail } = await import('../../netlify/platform/mail-policy.ts');
  return { sendsMail: sendsMail(), ownerAddress: ownerAddress() };
};

describe('email', () => {
  test.each([
    { name: 'a shop on the web', settings: ON_THE_WEB },
    {
      name: 'a local shop with the Stripe stand-in',
      settings: { ...ON_LOOPBACK, STRIPE_API_URL: 'http://localhost:8889' },
    },
  ])('sends email from $name to buyers and the owner', async ({ settings }) => {
    expect(await readMailPolicy(settings)).toEqual({
      sendsMail: true,
      ownerAddress: LIVE_SETTINGS.OWNER_EMAIL,
    });
  });

  test.each([
    { name: 'from a local shop with a live Stripe key', settings: ON_LOOPBACK },
    {
      name: 'from a local shop with a test Stripe key',
      settings: { ...ON_LOOPBACK, STRIPE_SECRET_KEY: 'sk_test_keptbythetests' },
    },
    { name: 'if MAIL_FROM is empty', settings: { ...ON_THE_WEB, MAIL_FROM: '' } },
    { name: 'if MAIL_API_KEY is empty', settings: { ...ON_THE_WEB, MAIL_API_KEY: '' } },
  ])('sends no email $name', async ({ settings }) => {
    expect(await readMailPolicy(settings)).toEqual({ sendsMail: false, ownerAddress: null });
  });

  test('sends email only to buyers if OWNER_EMAIL is empty', async () => {
    const settings = { ...ON_THE_WEB, OWNER_EMAIL: '' };
    expect(await readMailPolicy(settings)).toEqual({ sendsMail: true, ownerAddress: null });
  });
});

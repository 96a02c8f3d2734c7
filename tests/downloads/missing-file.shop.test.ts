import { getStore } from '@netlify/blobs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetBuyer } from '../../netlify/orders/forget.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { type Product, fileNameOf, productOf } from '../catalog.ts';
import { buyKnown, control, expectStatus } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { PLAIN_MAILS, subjectOf } from '../shop/templates.ts';

const PARENT = 'parent@example.com';
const OWNER = 'owner@shop.example';
const GUIDE = productOf('guide-1');
const BUNDLE = productOf('bundle');
const { orders: ORDERS } = PLAIN_MAILS;

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { getEnv } = await import('../../netlify/platform/env.ts');
const store = getStore('guides-dev');

/** The clock is stopped, so the per-second limit never resets. */
const WORKS = { perSecond: 1_000_000 };

const recordKey = ({ id }: { id: string }): string => `${fileNameOf(id)}/record.json`;

/**
 * Removes the guide's file, as if it had never been uploaded. Returns a function that restores it.
 */
const removeFile = async (): Promise<() => Promise<unknown>> => {
  const record = await store.get(recordKey(GUIDE), { type: 'json' });
  await store.delete(recordKey(GUIDE));
  return () => store.setJSON(recordKey(GUIDE), record);
};

let putFileBack: () => Promise<unknown>;
beforeEach(async () => {
  vi.useRealTimers();
  await shop.empty();
  pass(0);
  await shop.setMailFaults(WORKS);
  putFileBack = await removeFile();
});
afterEach(async () => {
  await putFileBack();
  vi.useRealTimers();
});

const buyAndRun = async ({ product_type: type }: Product): Promise<string> => {
  const session = await buyKnown(shop, type);
  await shop.runSchedule();
  return session;
};
const buyGuide = () => buyAndRun(GUIDE);
const buyBundle = () => buyAndRun(BUNDLE);

const upload = async (): Promise<void> => {
  const response = await owner.upload({ bytes: await makePdf() });
  expect(response.status).toBe(200);
};

const mailsTo = async (reader: string) => (await shop.inbox()).filter(({ to }) => to === reader);
const subjectsTo = async (reader: string): Promise<string[]> =>
  (await mailsTo(reader)).map(({ subject }) => subject);

const verifyWithFiles = async (sessionId: string) =>
  (await shop.post('/api/verify-payment', { sessionId, files: true })).json();

const openPage = async (session: string) => {
  const response = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
  // U+2060 (word joiner) prevents line breaks in ages.
  const html = (await response.text()).replaceAll('\u2060', '');
  return { status: response.status, text: html.replaceAll(/\s+/g, ' ') };
};

const READY = subjectOf('files-ready', GUIDE.name);
const countReady = async (): Promise<number> =>
  (await subjectsTo(PARENT)).filter((subject) => subject === READY).length;

const countAlerts = async (): Promise<number> =>
  (await subjectsTo(OWNER)).filter((subject) => subject.includes(GUIDE.name)).length;

/** Runs the schedule ten minutes later. */
const runLater = async (): Promise<void> => {
  pass(10);
  await shop.runSchedule();
};

describe('an order whose file has not been uploaded yet', () => {
  test('returns the name of the product that is being prepared', async () => {
    const session = await buyGuide();
    expect(await verifyWithFiles(session)).toMatchObject({
      status: 'paid',
      fileState: 'preparing',
      files: [],
      preparing: [GUIDE.name],
    });
  });

  test('says on the page without JavaScript that the file is being prepared', async () => {
    const session = await buyGuide();
    const { status, text } = await openPage(session);
    expect(status).toBe(200);
    const { heading, text: words, withMail } = ORDERS.preparing;
    for (const part of [heading, `${words} ${withMail}`, GUIDE.name, orderNumberOf(session)]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('/api/files/');
  });

  test('promises another email in the receipt', async () => {
    await buyGuide();
    const [receipt] = await mailsTo(PARENT);
    expect(receipt?.subject).toBe(subjectOf('receipt', GUIDE.name));
    const promise = `We’re still preparing ${GUIDE.name}. We’ll email you as soon as it’s ready.`;
    const words = receipt?.html.replaceAll(/<[^>]+>/g, '');
    for (const body of [receipt?.text, words]) expect(body).toContain(promise);
  });

  test('alerts the owner with a link to the upload page', async () => {
    await buyGuide();
    const [alert] = await mailsTo(OWNER);
    expect(alert?.subject).toContain(GUIDE.name);
    expect(alert?.text).toContain('/admin-upload');
    expect(alert?.text).not.toMatch(/cs_test|parent@/);
  });

  test('alerts the owner at most once a day no matter how many buyers wait', async () => {
    await buyGuide();
    await buyGuide();
    expect(await countAlerts()).toBe(1);
    pass(24 * 60);
    await buyGuide();
    expect(await countAlerts()).toBe(2);
  });

  test('sends no further emails when the buyer visits the page', async () => {
    const session = await buyGuide();
    const before = shop.callsTo('mail');
    for (let visit = 0; visit < 3; visit += 1) {
      await verifyWithFiles(session);
      await shop.runSchedule();
    }
    expect(shop.callsTo('mail')).toBe(before);
  });

  test('shows on the owner’s pages that the buyer is waiting', async () => {
    const session = await buyGuide();
    const path = `/api/admin/orders/${orderNumberOf(session)}`;
    const detail = async () => (await (await owner.call(path)).json()).awaits_files_since;
    expect(Date.parse(await detail())).toBeGreaterThan(0);
    await upload();
    expect(await detail()).toBeNull();
  });

  test('emails the buyer as soon as the file is uploaded', async () => {
    const session = await buyGuide();
    await upload();
    await expect.poll(() => subjectsTo(PARENT)).toContain(READY);
    const [ready] = await mailsTo(PARENT);
    expect(ready?.text).toContain(`session_id=${session}`);
  });

  test('emails the buyer only once even if the owner uploads twice', async () => {
    await buyGuide();
    await upload();
    await owner.upload({ bytes: await makePdf({ pages: 2 }) });
    await runLater();
    expect(await countReady()).toBe(1);
  });

  test('emails all 35 waiting buyers in two runs', async () => {
    for (let index = 0; index < 35; index += 1) await buyKnown(shop, GUIDE.product_type);
    await putFileBack();
    for (let run = 0; run < 2; run += 1) await runLater();
    expect(await countReady()).toBe(35);
  });

  test('emails at most 20 waiting buyers per run so that receipts are not delayed', async () => {
    for (let index = 0; index < 35; index += 1) await buyKnown(shop, GUIDE.product_type);
    await putFileBack();
    await runLater();
    expect(await countReady()).toBeLessThanOrEqual(20);
  });

  test('emails the buyer even if 20 others have waited longer for another file', async () => {
    const other = recordKey(productOf('guide-2'));
    const record = await store.get(other, { type: 'json' });
    await store.delete(other);
    const { product_type: type } = productOf('guide-2');
    for (let index = 0; index < 20; index += 1) await buyKnown(shop, type);
    pass(1);
    await buyGuide();
    await putFileBack();
    await runLater();
    await store.setJSON(other, record);
    expect(await countReady()).toBe(1);
  });

  test.each([
    { failing: 'the mail service', fail: () => shop.setMailFaults({ status: 503 }) },
    { failing: 'Redis', fail: async () => shop.failRedis('500') },
  ])('emails the buyer on the next run if $failing failed during the upload', async ({ fail }) => {
    await buyGuide();
    await fail();
    await upload();
    shop.failRedis('none');
    await shop.setMailFaults(WORKS);
    await runLater();
    expect(await countReady()).toBe(1);
  });

  test('emails the buyer even if 20 days pass and the queue is lost', async () => {
    await buyGuide();
    for (let day = 0; day < 20; day += 1) {
      pass(24 * 60);
      await shop.runSchedule();
    }
    await shop.redis.del('jobs:dev');
    expect(await countReady()).toBe(0);
    await putFileBack();
    await runLater();
    expect(await countReady()).toBe(1);
  });

  test('emails the buyer when the shop can send email again', async () => {
    await buyGuide();
    const env = getEnv();
    const { MAIL_API_KEY: key } = env;
    Object.assign(env, { MAIL_API_KEY: undefined });
    await putFileBack();
    await runLater();
    Object.assign(env, { MAIL_API_KEY: key });
    expect(await countReady()).toBe(0);
    await runLater();
    expect(await countReady()).toBe(1);
  });

  test('emails the buyer again if the file goes missing and comes back', async () => {
    const session = await buyGuide();
    await putFileBack();
    await runLater();
    putFileBack = await removeFile();
    await verifyWithFiles(session);
    await putFileBack();
    await runLater();
    expect(await countReady()).toBe(2);
  });

  test('still emails the buyer about the file after a partial refund', async () => {
    const session = await buyGuide();
    await control(shop, 'refund', { session, amount: 100 });
    await expectStatus(shop, session, 'paid');
    await upload();
    await runLater();
    expect(await countReady()).toBe(1);
  });

  test('does not email the buyer about the file after a full refund', async () => {
    const session = await buyGuide();
    await control(shop, 'refund', { session });
    await expectStatus(shop, session, 'refunded');
    await upload();
    await runLater();
    expect(await countReady()).toBe(0);
  });

  test.each(['dispute', 'block'])(
    'emails the buyer when the owner reopens the order after a %s',
    async (kind) => {
      const session = await buyGuide();
      const access = (is: string) =>
        owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: is });
      if (kind === 'dispute') await control(shop, 'dispute', { session });
      else await access('blocked');
      await expectStatus(shop, session, kind === 'dispute' ? 'disputed' : 'blocked');
      await upload();
      await runLater();
      expect(await countReady()).toBe(0);
      await access('open');
      await runLater();
      expect(await countReady()).toBe(1);
    },
  );

  test('does not email a buyer whose data was removed', async () => {
    const session = await buyGuide();
    await forgetBuyer(session);
    await upload();
    await runLater();
    expect(await countReady()).toBe(0);
  });

  describe('after a withdrawal', () => {
    const { checkout } = catalog;
    let session: string;
    beforeEach(async () => {
      Object.assign(catalog, { checkout: { withdrawal: true } });
      session = await buyGuide();
      await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
    });
    afterEach(() => void Object.assign(catalog, { checkout }));

    test('shows the withdrawal instead of saying that the file is being prepared', async () => {
      const { text } = await openPage(session);
      expect(text).toContain(ORDERS.withdrawn.heading);
      expect(text).not.toContain(ORDERS.preparing.heading);
    });

    test('returns the withdrawal from verify-payment', async () => {
      expect(await verifyWithFiles(session)).toHaveProperty('withdrawn');
    });

    test('does not email a buyer who has withdrawn', async () => {
      await upload();
      await runLater();
      expect(await countReady()).toBe(0);
    });
  });

  test('emails a buyer who visited the page but got no receipt', async () => {
    const session = await buyKnown(shop, GUIDE.product_type);
    await shop.redis.del('jobs:dev');
    await verifyWithFiles(session);
    await putFileBack();
    await runLater();
    expect(await countReady()).toBe(1);
  });

  test('does not promise another email in a receipt sent to another address', async () => {
    const session = await buyGuide();
    const path = `/api/admin/orders/${orderNumberOf(session)}/receipt`;
    await owner.post(path, { copy: 1, to: 'right@example.com' });
    const [receipt] = await mailsTo('right@example.com');
    expect(receipt?.subject).toBe(subjectOf('receipt', GUIDE.name));
    expect(receipt?.text).not.toContain('We’ll email you');
  });

  test('omits the plan for tonight from the receipt', async () => {
    await buyKnown(shop, BUNDLE.product_type);
    expect((await mailsTo(PARENT))[0]?.text).toContain('Tonight');
    const record = recordKey(BUNDLE);
    const bundle = await store.get(record, { type: 'json' });
    await store.delete(record);
    await buyKnown(shop, BUNDLE.product_type);
    await store.setJSON(record, bundle);
    expect((await mailsTo(PARENT))[0]?.text).not.toContain('Tonight');
  });
});

describe('a bundle with one file that has not been uploaded yet', () => {
  test('returns links to the other files and the name of the missing guide', async () => {
    const { files, preparing } = await verifyWithFiles(await buyBundle());
    expect(preparing).toEqual([GUIDE.name]);
    expect(files.length).toBe(catalog.products.length - 1);
  });

  test('says on the page without JavaScript which guide is being prepared', async () => {
    const { text } = await openPage(await buyBundle());
    expect(text).toContain(`We’re still preparing ${GUIDE.name}.`);
    expect(text).toContain('/api/files/');
  });

  test('emails the buyer when all files are uploaded', async () => {
    await buyBundle();
    await upload();
    await expect.poll(() => subjectsTo(PARENT)).toContain(subjectOf('files-ready', BUNDLE.name));
  });
});

describe('an order whose product is no longer active', () => {
  const product = catalog.products.find(({ id }) => id === 'guide-2');
  const type = product?.product_type ?? '';
  const unavailable = `${ORDERS.unavailable.heading}. ${ORDERS.unavailable.text}`;

  beforeEach(() => void Object.assign(product ?? {}, { is_active: true }));
  afterEach(() => void Object.assign(product ?? {}, { is_active: true }));
  const deactivate = () => Object.assign(product ?? {}, { is_active: false });

  test('returns the file state “unavailable” and no files', async () => {
    const session = await buyKnown(shop, type);
    deactivate();
    expect(await verifyWithFiles(session)).toMatchObject({
      fileState: 'unavailable',
      files: [],
    });
  });

  test('says on the page without JavaScript that the product is unavailable', async () => {
    const session = await buyKnown(shop, type);
    deactivate();
    const { status, text } = await openPage(session);
    expect(status).toBe(403);
    expect(text).toContain(ORDERS.unavailable.heading);
    expect(text).toContain('Write to us');
  });

  test('emails the buyer that the product is unavailable instead of sending a receipt', async () => {
    await shop.setMailFaults({ status: 503 });
    const session = await buyKnown(shop, type);
    deactivate();
    await shop.setMailFaults(WORKS);
    pass(5);
    await shop.runSchedule();
    const [receipt] = await shop.mailsAbout(session);
    expect(receipt?.subject).toBe(subjectOf('order-closed', product?.name));
    expect(receipt?.text).toContain(unavailable);
  });

  test('lists the order without a link in the find-purchase email', async () => {
    const session = await buyKnown(shop, type);
    deactivate();
    await shop.post('/api/find-purchase', { email: PARENT });
    await expect
      .poll(async () => (await subjectsTo(PARENT))[0])
      .toBe(PLAIN_MAILS.mails['find-purchase'].subject);
    const [found] = await mailsTo(PARENT);
    expect(found?.text).toContain(unavailable);
    expect(found?.text).not.toContain(session);
  });

  test('emails a waiting buyer only after the product is active again', async () => {
    const record = recordKey(product ?? GUIDE);
    const saved = await store.get(record, { type: 'json' });
    await store.delete(record);
    await buyKnown(shop, type);
    deactivate();
    await store.setJSON(record, saved);
    await runLater();
    const ready = subjectOf('files-ready', product?.name);
    expect(await subjectsTo(PARENT)).not.toContain(ready);
    Object.assign(product ?? {}, { is_active: true });
    await runLater();
    expect(await subjectsTo(PARENT)).toContain(ready);
  });

  test('links to the withdrawal page from the page without JavaScript and from the email', async () => {
    const { checkout } = catalog;
    Object.assign(catalog, { checkout: { withdrawal: true } });
    await shop.setMailFaults({ status: 503 });
    const session = await buyKnown(shop, type);
    deactivate();
    await shop.setMailFaults(WORKS);
    await runLater();
    const link = `/api/withdraw?session_id=${session}`;
    expect((await openPage(session)).text).toContain(link);
    expect((await mailsTo(PARENT))[0]?.text).toContain(link);
    Object.assign(catalog, { checkout });
  });
});

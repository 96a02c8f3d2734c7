import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { getStore } from '@netlify/blobs';
import { sealTicket } from '../../netlify/domain/tickets.ts';
import { access, buy, deed, expectStatus, openSession, setFaults } from './buying.ts';
import { expectProblem } from './problems.ts';
import { openTestShop } from './shop.ts';

const shop = await openTestShop();
beforeEach(async () => {
  await setFaults(shop, {});
  shop.failRedis('none');
});

const stored = async (fileName: string): Promise<Buffer> =>
  Buffer.from(await getStore('guides-dev').get(fileName, { type: 'arrayBuffer' }));

const filesOf = async (productId: string, session: string) => {
  const response = await access(shop, productId, session);
  expect(response.status).toBe(200);
  const { files } = await response.json();
  return files as { downloadUrl: string; fileName: string }[];
};

const linkTo = async (productId: string, session: string): Promise<string> =>
  (await filesOf(productId, session))[0]?.downloadUrl ?? '';

describe('a guide bought', () => {
  test.each([
    ['guide-1', 'individual_guide_6_10', 'Money-Smart-Kids-Ages-6-10.pdf'],
    ['guide-2', 'individual_guide_11_14', 'Money-Smart-Kids-Ages-11-14.pdf'],
    ['guide-3', 'individual_guide_15_18', 'Money-Smart-Kids-Ages-15-18.pdf'],
  ] as const)('%s is one PDF, the very bytes of the store', async (id, type, fileName) => {
    const files = await filesOf(id, await buy(shop, type));
    expect(files).toEqual([{ downloadUrl: expect.stringMatching(/^\/api\/files\//), fileName }]);
    const response = await shop.call(files[0]?.downloadUrl ?? '');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(await stored(fileName))).toBe(true);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(response.headers.get('etag')).toBe(
      `"${createHash('sha256').update(bytes).digest('hex')}"`,
    );
  });

  test('as a bundle is the file of every active product', async () => {
    const session = await buy(shop, 'bundle');
    const { products } = await (await shop.call('/api/products')).json();
    const files = await Promise.all(products.map(({ id }: { id: string }) => filesOf(id, session)));
    expect(files.flat().map(({ fileName }) => fileName)).toEqual([
      'Money-Smart-Kids-Ages-6-10.pdf',
      'Money-Smart-Kids-Ages-11-14.pdf',
      'Money-Smart-Kids-Ages-15-18.pdf',
      'Money-Smart-Kids-Complete-Bundle.pdf',
    ]);
  });

  test.each(['guide-2', 'guide-3', 'bundle'])('alone gives no access to %s', async (other) => {
    const session = await buy(shop, 'individual_guide_6_10');
    await expectProblem(await access(shop, other, session), 403, 'access_denied');
  });

  test('can be downloaded while Redis is down', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    shop.failRedis('500');
    expect((await shop.call(await linkTo('guide-1', session))).status).toBe(200);
  });

  test('can be fetched in part, asked about, and is not sent twice', async () => {
    const link = await linkTo('guide-1', await buy(shop, 'individual_guide_6_10'));
    const whole = await stored('Money-Smart-Kids-Ages-6-10.pdf');
    const part = await shop.call(link, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(10, 20))).toBe(true);
    const head = await shop.call(link, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect(await head.text()).toBe('');
    const known = { 'if-none-match': head.headers.get('etag') ?? '' };
    expect((await shop.call(link, { headers: known })).status).toBe(304);
    const beyond = await shop.call(link, { headers: { range: `bytes=${whole.length}-` } });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    await expectProblem(beyond, 416, 'range_not_satisfiable');
  });
});

describe('no file', () => {
  test('for a session that was never paid or never was', async () => {
    const open = await openSession(shop, 'bundle');
    await expectProblem(await access(shop, 'guide-1', open), 403, 'access_denied');
    await expectProblem(await access(shop, 'guide-1', 'cs_test_nobody'), 403, 'access_denied');
  });

  test('for a product that is not there', async () => {
    const session = await buy(shop, 'bundle');
    await expectProblem(await access(shop, 'guide-9', session), 404, 'product_not_found');
  });

  test('after a full refund, not even by a link that was made before it', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    const link = await linkTo('guide-1', session);
    await deed(shop, 'refund', { session });
    await expectStatus(shop, session, 'refunded');
    await expectProblem(await shop.call(link), 403, 'access_denied');
    await expectProblem(await access(shop, 'guide-1', session), 403, 'access_denied');
  });

  test('by a link that is made up, of another shop or expired', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    const ticket = { sessionId: session, productId: 'guide-1' };
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    const secret = process.env['SIGNING_SECRET'] ?? '';
    const foreign = await sealTicket({ ...ticket, expiresAt: inAnHour }, `${secret}x`);
    const expired = await sealTicket({ ...ticket, expiresAt: inAnHour - 7200 }, secret);
    await expectProblem(await shop.call('/api/files/nonsense'), 403, 'ticket_invalid');
    await expectProblem(await shop.call(`/api/files/${foreign}`), 403, 'ticket_invalid');
    await expectProblem(await shop.call(`/api/files/${expired}`), 410, 'ticket_expired');
    const good = await sealTicket({ ...ticket, expiresAt: inAnHour }, secret);
    expect((await shop.call(`/api/files/${good}`)).status).toBe(200);
  });

  test('in an empty list, where the store has none for the product', async () => {
    const session = await buy(shop, 'individual_guide_15_18');
    const link = await linkTo('guide-3', session);
    await getStore('guides-dev').delete('Money-Smart-Kids-Ages-15-18.pdf');
    expect(await filesOf('guide-3', session)).toEqual([]);
    await expectProblem(await shop.call(link), 404, 'file_not_found');
  });
});

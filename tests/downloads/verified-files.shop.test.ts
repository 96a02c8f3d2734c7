import { getStore } from '@netlify/blobs';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { VerifyPaymentResponse } from '../../src/contract/orders.ts';
import { ACTIVE, BUNDLED, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession } from '../shop/buying.ts';
import { bytesOf, linkTo, stored } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const GUIDE = 'individual_guide_6_10';

beforeEach(() => {
  shop.failBlobs('none');
});

const ask = (body: object) => shop.post('/api/verify-payment', body);
const verifyWithFiles = async (sessionId: string): Promise<VerifyPaymentResponse> => {
  const response = await ask({ sessionId, files: true });
  expect(response.status).toBe(200);
  return response.json();
};

describe('verify-payment that is asked for the files', () => {
  test('answers the one of a guide with a link that works', async () => {
    const answer = await verifyWithFiles(await buy(shop, GUIDE));
    const { file_name: fileName } = productOf(GUIDE);
    expect(answer).toEqual({
      status: 'paid',
      order: expect.objectContaining({ product_type: GUIDE }),
      files: [{ fileName, downloadUrl: expect.stringMatching(/^\/api\/files\/[\w-]+$/) }],
    });
    const served = await bytesOf(await shop.call(answer.files?.[0]?.downloadUrl ?? ''));
    expect(served.equals(await stored(fileName))).toBe(true);
  });

  test('answers all of a bundle, and first its own, which holds them all', async () => {
    const { files = [] } = await verifyWithFiles(await buy(shop, 'bundle'));
    expect(files.map(({ fileName }) => fileName)).toEqual(BUNDLED);
    for (const { downloadUrl, fileName } of files) {
      const served = await bytesOf(await shop.call(downloadUrl));
      expect(served.equals(await stored(fileName))).toBe(true);
    }
  });

  test('leaves out a guide that is not there, and gives the others', async () => {
    const fileName = BUNDLED.at(-1) ?? '';
    const store = getStore('guides-dev');
    const { data, metadata } = await store.getWithMetadata(fileName, { type: 'arrayBuffer' });
    await store.delete(fileName);
    onTestFinished(async () => void (await store.set(fileName, data, { metadata })));
    const { files = [] } = await verifyWithFiles(await buy(shop, 'bundle'));
    expect(files.map((file) => file.fileName)).toEqual(BUNDLED.slice(0, -1));
  });

  test('gives a file with facts that an earlier version of the shop kept', async () => {
    const { file_name: fileName } = productOf(GUIDE);
    const store = getStore('guides-dev');
    const { data, metadata } = await store.getWithMetadata(fileName, { type: 'arrayBuffer' });
    await store.set(fileName, data, { metadata: { ...metadata, crc32: 5 } });
    onTestFinished(async () => void (await store.set(fileName, data, { metadata })));
    const served = await shop.call(await linkTo(shop, 'guide-1', await buy(shop, GUIDE)));
    expect((await bytesOf(served)).equals(await stored(fileName))).toBe(true);
  });

  test.each([{}, { files: false }])('answers none where it says %j', async (more) => {
    const response = await ask({ sessionId: await buy(shop, GUIDE), ...more });
    expect(Object.keys(await response.json())).toEqual(['status', 'order']);
  });

  const NO_FILES: Readonly<Record<string, (session: string) => Promise<unknown>>> = {
    refunded: (session) => control(shop, 'refund', { session }),
    disputed: (session) => control(shop, 'dispute', { session, status: 'needs_response' }),
    blocked: async (session) =>
      owner.post(`/api/admin/orders/${await orderNumber(session)}`, { access: 'blocked' }),
  };

  test.each(Object.entries(NO_FILES))(
    'answers none of an order that is %s',
    async (status, end) => {
      const session = await buy(shop, GUIDE);
      await expectStatus(shop, session, 'paid');
      await end(session);
      await expectStatus(shop, session, status);
      const answer = await verifyWithFiles(session);
      expect(Object.keys(answer)).toEqual(['status', 'order']);
      expect(answer.status).toBe(status);
    },
  );

  test('answers none of what waits for a bank, was declined, or was never paid', async () => {
    const waiting = await openSession(shop, GUIDE);
    await control(shop, 'pay', { session: waiting, method: 'bank', settle: 'never' });
    const pending = await verifyWithFiles(waiting);
    expect([pending.status, Object.keys(pending)]).toEqual(['pending', ['status', 'order']]);
    await control(shop, 'settle', { session: waiting, outcome: 'failed' });
    await expectStatus(shop, waiting, 'failed');
    expect(Object.keys(await verifyWithFiles(waiting))).toEqual(['status', 'order']);
    const open = await openSession(shop, GUIDE);
    expect(await verifyWithFiles(open)).toEqual({ status: 'unpaid', order: null });
  });

  test('gives the verdict without them while the store of the guides is down', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => error.mockRestore());
    const session = await buy(shop, 'bundle');
    shop.failBlobs('500');
    const answer = await verifyWithFiles(session);
    expect(Object.keys(answer)).toEqual(['status', 'order']);
    expect(answer).toMatchObject({ status: 'paid', order: { product_type: 'bundle' } });
    expect(error).toHaveBeenCalled();
    shop.failBlobs('none');
    expect((await verifyWithFiles(session)).files).toHaveLength(ACTIVE.length);
  });

  test.each([{ files: 'yes' }, { files: null }, { files: true, product: GUIDE }])(
    'refuses %j',
    async (more) => {
      const sessionId = await buy(shop, GUIDE);
      await expectProblem(await ask({ sessionId, ...more }), 400, 'invalid_request');
    },
  );
});

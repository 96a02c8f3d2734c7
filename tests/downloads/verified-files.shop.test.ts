import { expect, test, vi } from 'vitest';
import type { VerifyPaymentResponse } from '../../src/contract/orders.ts';
import { ACTIVE, BUNDLED, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession } from '../shop/buying.ts';
import { bytesOf, stored } from '../shop/downloading.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const GUIDE = 'individual_guide_6_10';

const ask = (body: object) => shop.post('/api/verify-payment', body);
const verifyWithFiles = async (sessionId: string): Promise<VerifyPaymentResponse> => {
  const response = await ask({ sessionId, files: true });
  expect(response.status).toBe(200);
  return response.json();
};

test('whoever verifies a guide and asks for its file gets a link that works', async () => {
  const answer = await verifyWithFiles(await buy(shop, GUIDE));
  const { file_name: fileName } = productOf(GUIDE);
  expect(answer).toEqual({
    status: 'paid',
    order: expect.objectContaining({ product_type: GUIDE }),
    files: [{ fileName, downloadUrl: expect.stringMatching(/^\/api\/files\/[\w-]+$/) }],
  });
});

test('a bundle answers all of its files, and first its own, which holds them all', async () => {
  const { files = [] } = await verifyWithFiles(await buy(shop, 'bundle'));
  expect(files.map(({ fileName }) => fileName)).toEqual(BUNDLED);
  for (const { downloadUrl, fileName } of files) {
    const served = await bytesOf(await shop.call(downloadUrl));
    expect(served.equals(await stored(fileName))).toBe(true);
  }
});

test.each([{}, { files: false }])('none are answered to who says %j', async (more) => {
  const response = await ask({ sessionId: await buy(shop, GUIDE), ...more });
  expect(Object.keys(await response.json())).toEqual(['status', 'order']);
});

test('none are answered of what waits for a bank, was declined, or was never paid', async () => {
  const session = await openSession(shop, GUIDE);
  expect(await verifyWithFiles(session)).toEqual({ status: 'unpaid', order: null });
  await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
  const pending = await verifyWithFiles(session);
  expect([pending.status, Object.keys(pending)]).toEqual(['pending', ['status', 'order']]);
  await control(shop, 'settle', { session, outcome: 'failed' });
  await expectStatus(shop, session, 'failed');
  expect(Object.keys(await verifyWithFiles(session))).toEqual(['status', 'order']);
});

test('the verdict is given without them while the store of the guides is down', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
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
  '%j is refused',
  async (more) => {
    await expectProblem(await ask({ sessionId: 'cs_test_1', ...more }), 400, 'invalid_request');
  },
);

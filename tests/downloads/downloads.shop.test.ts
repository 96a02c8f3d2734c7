import { beforeEach, describe, expect, test } from 'vitest';
import { getStore } from '@netlify/blobs';
import { sealTicket } from '../../netlify/downloads/tickets.ts';
import { ACTIVE, productOf } from '../catalogue.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { bytesOf, granted, linkTo, sha256, stored } from '../shop/downloading.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(async () => {
  await setFaults(shop, {});
  shop.failRedis('none');
});

describe('a guide bought', () => {
  test.each([
    ['guide-1', 'individual_guide_6_10'],
    ['guide-2', 'individual_guide_11_14'],
    ['guide-3', 'individual_guide_15_18'],
  ] as const)('%s is one PDF, the very bytes of the store', async (id, type) => {
    const { file_name: fileName } = productOf(id);
    const { files } = await granted(shop, id, await buy(shop, type));
    expect(files).toEqual([{ downloadUrl: expect.stringMatching(/^\/api\/files\//), fileName }]);
    const response = await shop.call(files[0]?.downloadUrl ?? '');
    const bytes = await bytesOf(response);
    expect(bytes.equals(await stored(fileName))).toBe(true);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(response.headers.get('etag')).toBe(`"${sha256(bytes)}"`);
  });

  test('comes with facts too that an earlier version of the shop kept', async () => {
    const { file_name: fileName } = productOf('guide-1');
    const store = getStore('guides-dev');
    const { data, metadata } = await store.getWithMetadata(fileName, { type: 'arrayBuffer' });
    await store.set(fileName, data, { metadata: { ...metadata, crc32: 5 } });
    const link = await linkTo(shop, 'guide-1', await buy(shop, 'individual_guide_6_10'));
    expect((await shop.call(link)).status).toBe(200);
  });

  test('as a bundle is the file of every active product', async () => {
    const session = await buy(shop, 'bundle');
    const { products } = await (await shop.call('/api/products')).json();
    const answers = products.map(({ id }: { id: string }) => granted(shop, id, session));
    const files = (await Promise.all(answers)).flatMap((answer) => answer.files);
    expect(files.map(({ fileName }) => fileName)).toEqual(
      ACTIVE.map(({ file_name: name }) => name),
    );
  });
});

describe('no file', () => {
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
    const link = await linkTo(shop, 'guide-3', session);
    await getStore('guides-dev').delete(productOf('guide-3').file_name);
    expect(await granted(shop, 'guide-3', session)).toEqual({ files: [] });
    await expectProblem(await shop.call(link), 404, 'file_not_found');
  });
});

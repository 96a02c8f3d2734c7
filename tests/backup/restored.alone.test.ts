import { afterAll, expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { sha256, uploadHash } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { type TestShop, openTestShop } from '../shop/shop.ts';
import { answersOf, download } from './answers.ts';
import { newFolder, run } from './commands.ts';
import { ordersIn } from './contents.ts';
import { startOutside } from './outside.ts';
import { sellInEachState } from './selling.ts';
import { openStores } from './stores.ts';
import { switchTo } from './switch.ts';

// Its orders know who bought them, and of their mails.
const first = await openTestShop({ withMail: true });
const outside = await startOutside({ ...process.env } as Record<string, string>);
const second = await openStores();
afterAll(async () => {
  await outside.close();
  await second.close();
});

const owner = await ownerClient(first);

/** Answers what buyers get then, but that each gets more behind it. */
const publish = async (title: string, product: string): Promise<Uint8Array> => {
  const bytes = await makePdf({ title });
  expect((await owner.inOne({ bytes, name: `${title}.pdf`, product })).status).toBe(200);
  return bytes;
};

test('a restored shop answers its buyers and its owner as the first one did', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const once = await publish('One', 'guide-1');
  for (const title of ['Two', 'Three']) await publish(title, 'guide-1');
  const { earlier } = await owner.files('guide-1');
  const [one] = earlier.slice(-1);
  await owner.post('/api/admin/guides', { product: 'guide-1', edition: one?.id });
  const uploads = {
    'guide-1': once,
    'guide-2': await publish('Second', 'guide-2'),
    'guide-3': await publish('Third', 'guide-3'),
    bundle: await publish('All', 'bundle'),
  };
  const sessions = await sellInEachState(first, owner);
  const [bundle] = sessions;
  const downloads = (shop: TestShop) =>
    Promise.all(Object.keys(uploads).map((product) => download(shop, bundle, product)));
  const copies = await downloads(first);
  for (const [n, bytes] of Object.values(uploads).entries()) {
    expect(uploadHash(copies[n] ?? bytes, { size: bytes.byteLength })).toBe(sha256(bytes));
    expect(copies[n]?.includes(`Order MSK-${numberOf(bundle)}`)).toBe(true);
  }
  const [expected, orders] = [await answersOf(first, sessions), await ordersIn(first.redis)];

  const folder = newFolder();
  expect(await run('backup', outside, '--context=dev', `--to=${folder}`)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('dev: 8 orders and 6 editions'),
  });
  expect(await run('restore', second.outside, folder)).toMatchObject({ code: 0, err: '' });
  expect(await ordersIn(second.redis)).toEqual(orders);
  const restored = await switchTo(first, second);
  expect(await answersOf(restored, sessions)).toEqual(expected);
  expect((await downloads(restored)).map(sha256)).toEqual(copies.map(sha256));
  // A later edition of the restored shop comes after those that it was given.
  const later = await ownerClient(restored);
  const bytes = await makePdf({ title: 'Four' });
  await later.inOne({ bytes, name: 'Four.pdf', product: 'guide-1' });
  expect((await later.files('guide-1')).earlier.map(({ title }) => title)).toEqual([
    'One',
    'Three',
    'Two',
  ]);
});

import { afterAll, expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { sha256, uploadHash } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { type TestShop, openTestShop } from '../shop/shop.ts';
import { answersOf, download } from './answers.ts';
import { backUpHere, newFolder, restoreHere } from './commands.ts';
import { ordersIn } from './contents.ts';
import { startOutside } from './outside.ts';
import { sellInEachState } from './selling.ts';
import { openStores, publishAsIs } from './stores.ts';
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

/** Answers what buyers get then, but that each gets their line, and more behind the file. */
const upload = async (title: string, product: string): Promise<Uint8Array> => {
  const bytes = await makePdf({ title });
  expect((await owner.inOne({ bytes, name: `${title}.pdf`, product })).status).toBe(200);
  return bytes;
};

/** As it is: a look at each file and its room for the line take most of a second. */
const publish = async (title: string, product: string): Promise<Uint8Array> => {
  const bytes = await makePdf({ title });
  await publishAsIs(productOf(product).file_name, bytes, title);
  return bytes;
};

const downloads = (shop: TestShop, session: string) =>
  Promise.all(PRODUCTS.map(({ id }) => download(shop, session, id)));

test('a restored shop answers its buyers and its owner as the first one did', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const stamped = [await upload('One', 'guide-1')];
  for (const title of ['Two', 'Three']) await publish(title, 'guide-1');
  const { earlier } = await owner.files('guide-1');
  const [one] = earlier.slice(-1);
  await owner.post('/api/admin/guides', { product: 'guide-1', edition: one?.id });
  stamped.push(await upload('Second', 'guide-2'));
  const plain = [await publish('Third', 'guide-3'), await publish('All', 'bundle')];
  const sessions = await sellInEachState(first, owner);
  const [bundle] = sessions;
  const copies = await downloads(first, bundle);
  for (const [n, bytes] of stamped.entries()) {
    expect(uploadHash(copies[n] ?? bytes, { size: bytes.byteLength })).toBe(sha256(bytes));
    expect(copies[n]?.includes(`Order MSK-${numberOf(bundle)}`)).toBe(true);
  }
  expect(copies.slice(stamped.length).map(sha256)).toEqual(plain.map(sha256));
  const [expected, orders] = [await answersOf(first, sessions), await ordersIn(first.redis)];

  const folder = newFolder();
  expect(await backUpHere(outside, folder)).toMatchObject({ orders: 8, editions: 6 });
  await restoreHere(second.outside, folder);
  expect(await ordersIn(second.redis)).toEqual(orders);
  const restored = await switchTo(first, second);
  expect(await answersOf(restored, sessions)).toEqual(expected);
  expect((await downloads(restored, bundle)).map(sha256)).toEqual(copies.map(sha256));
  // A later edition of the restored shop comes after those that it was given.
  await second.publish(productOf('guide-1').file_name, await makePdf({ title: 'Four' }));
  const later = await (await ownerClient(restored)).files('guide-1');
  expect(later.earlier.map(({ title }) => title)).toEqual(['One', 'Three', 'Two']);
});

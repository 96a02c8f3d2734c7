import { afterAll, expect, test, vi } from 'vitest';
import { sha256 } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { openTestShop } from '../shop/shop.ts';
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

/** Answers what buyers get then, by its hash. */
const publish = async (title: string, product: string): Promise<string> => {
  const bytes = await makePdf({ title });
  expect((await owner.inOne({ bytes, name: `${title}.pdf`, product })).status).toBe(200);
  return sha256(bytes);
};

test('a restored shop answers its buyers and its owner as the first one did', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const hash = await publish('One', 'guide-1');
  for (const title of ['Two', 'Three']) await publish(title, 'guide-1');
  const { earlier } = await owner.files('guide-1');
  const [one] = earlier.slice(-1);
  await owner.post('/api/admin/guides', { product: 'guide-1', edition: one?.id });
  const hashes = {
    'guide-1': hash,
    'guide-2': await publish('Second', 'guide-2'),
    'guide-3': await publish('Third', 'guide-3'),
    bundle: await publish('All', 'bundle'),
  };
  const sessions = await sellInEachState(first, owner);
  const [bundle] = sessions;
  const downloads = () =>
    Promise.all(Object.keys(hashes).map((product) => download(first, bundle, product)));
  expect(await downloads()).toEqual(Object.values(hashes));
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
  for (const [product, sum] of Object.entries(hashes)) {
    expect(await download(restored, bundle, product)).toBe(sum);
  }
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

import { createHash } from 'node:crypto';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { SITE, type World } from '../model/world.ts';

export const STEPS = ['create', 'pay', 'webhook', 'verify', 'access', 'download', 'all'] as const;
export type Step = (typeof STEPS)[number];

/** Milliseconds that each step took, for each buyer. */
export type Times = Record<Step, number[]>;

export const noTimes = (): Times => ({
  create: [],
  pay: [],
  webhook: [],
  verify: [],
  access: [],
  download: [],
  all: [],
});

export const timed = async <T>(times: Times, step: Step, work: Promise<T>): Promise<T> => {
  const started = performance.now();
  const done = await work;
  times[step].push(performance.now() - started);
  return done;
};

const sha256 = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
};

type Shop = {
  readonly world: World;
  /** Of the guides, by file name. */
  readonly hashes: ReadonlyMap<string, string>;
};

const shopping = async ({ world, hashes }: Shop, n: number, times: Times): Promise<void> => {
  const product = catalogJson.products[n % catalogJson.products.length];
  if (!product) throw new Error('no products');
  const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  const headers = { 'content-type': 'application/json', 'x-nf-client-connection-ip': address };
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await world.call(new Request(SITE + path, init));
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
  const download = async (path: string): Promise<string> => {
    const response = await world.call(new Request(SITE + path, { headers }));
    if (!response.ok || !response.body) throw new Error(`a download answered ${response.status}`);
    return sha256(response.body);
  };

  const { url } = await timed(
    times,
    'create',
    post('/api/create-payment', { productType: product.product_type }),
  );
  const session = /cs_test_\w+/.exec(url)?.[0] ?? '';
  // Like Stripe, the stand-in lets the buyer go once the webhook is answered.
  const paid = await timed(times, 'pay', world.control('pay', { session }));
  if (!paid) throw new Error('not paid');
  const { status } = await timed(
    times,
    'verify',
    post('/api/verify-payment', { sessionId: session }),
  );
  if (status !== 'paid') throw new Error(`paid, and yet ${status}`);
  const wanted = { product_id: product.id, session_id: session };
  const { files } = await timed(times, 'access', post('/api/secure-file-access', wanted));
  const hash = await timed(times, 'download', download(files[0].downloadUrl));
  if (hash !== hashes.get(product.file_name)) throw new Error('another file');
};

/** A buyer with an address of their own, from the buy button to the last byte. Throws where a step fails. */
export const shop = (at: Shop, n: number, times: Times): Promise<void> =>
  timed(times, 'all', shopping(at, n, times));

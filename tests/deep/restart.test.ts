import { beforeAll, describe, expect, test } from 'vitest';
import { centsOf, dollars, productOf } from '../catalogue.ts';
import { sampleText } from '../samples/stored.ts';
import { buy, download, post } from '../buyer.ts';
import { freePort } from '../project.ts';
import { needs } from '../tools.ts';
import { interrupt, projectToStart } from '../start/npm-start.ts';
import type { Running } from '../start/npm-start.ts';

const PORTS = [await freePort(8950), await freePort(8960)] as const;

const { project, start } = projectToStart();

let one: Running;
let other: Running;
const startBoth = async (): Promise<void> => {
  [one, other] = await Promise.all([start(PORTS[0]), start(PORTS[1])]);
};
beforeAll(startBoth);

let session: string;

test('two shops run side by side and share neither order nor password, and neither is left behind, killed with npm or without', async () => {
  session = await buy(one.site, 'guide-1');
  expect((await download(one.site, session)).status).toBe(200);
  expect(await post(other.site, '/api/verify-payment', { sessionId: session })).toEqual({
    status: 'unpaid',
    order: null,
  });
  const [, password = ''] = /^Admin: \S+, password: (\S+)$/m.exec(one.output()) ?? [];
  const refused = post(other.site, '/api/admin/login', { password });
  await expect(refused).rejects.toThrow('/api/admin/login answered 401');
  await buy(other.site, 'guide-1');
  await interrupt(one, 'SIGKILL');
  await interrupt(other, 'SIGKILL', 'npm');
});

describe('started again', () => {
  const CHANGED = centsOf('guide-1') + 60;
  const TAGLINE = 'Changed since';

  beforeAll(async () => {
    const catalogue = JSON.parse(project.read('content/catalog.json'));
    for (const product of catalogue.products) {
      if (product.id === 'guide-1') product.price_in_cents = CHANGED;
    }
    project.write('content/catalog.json', JSON.stringify(catalogue));
    const guide = 'content/guides/guide-2.md';
    project.write(guide, project.read(guide).replace(/^tagline: .*$/m, `tagline: ${TAGLINE}`));
    await startBoth();
  });

  test('a shop has the price and the words that were changed, on its pages and in the samples', async () => {
    const guide = await (await fetch(`${one.site}/guide-1`)).text();
    expect(guide).toContain(`Buy Guide 1 – ${dollars(CHANGED)}`);
    const sample = await sampleText(project.root, PORTS[0], productOf('guide-2').file_name);
    expect(sample).toContain(TAGLINE);
  });

  test(
    'an order is there that was made before the shop was killed',
    needs('redis-server'),
    async () => {
      expect(await post(one.site, '/api/verify-payment', { sessionId: session })).toMatchObject({
        status: 'paid',
      });
      const file = await download(one.site, session);
      expect((await file.bytes()).subarray(0, 5)).toEqual(new TextEncoder().encode('%PDF-'));
    },
  );

  test('nothing is left behind of a shop that is interrupted, by Ctrl-C or npm alone', async () => {
    await interrupt(one, 'SIGINT');
    await interrupt(other, 'SIGTERM', 'npm');
    for (const { site } of [one, other]) await expect(fetch(site)).rejects.toThrow('fetch failed');
  });
});

import { expect, test } from 'vitest';
import { buy, download, post } from '../buyer.ts';
import { centsOf, dollars, productOf } from '../catalogue.ts';
import { freePort } from '../project.ts';
import { sampleText } from '../samples/stored.ts';
import { type Running, interrupt, projectToStart } from '../start/npm-start.ts';
import { hasTool, needs } from '../tools.ts';

const PORTS = [await freePort(), await freePort()] as const;
const CHANGED = centsOf('guide-1') + 60;
const TAGLINE = 'Changed since';

const { project, start } = projectToStart();

let one: Running;
let other: Running;
let session: string;
const startBoth = async (): Promise<void> => {
  [one, other] = await Promise.all([start(PORTS[0]), start(PORTS[1])]);
};

test('two shops share neither order nor password, and leave nothing behind when killed', async () => {
  await startBoth();
  session = await buy(one.site, 'guide-1');
  expect((await download(one.site, session)).status).toBe(200);
  expect(await post(other.site, '/api/verify-payment', { sessionId: session })).toEqual({
    status: 'unpaid',
    order: null,
  });
  const [, password = ''] = /^Admin: \S+, password: (\S+)$/m.exec(one.output()) ?? [];
  const refused = post(other.site, '/api/admin/login', { password });
  await expect(refused).rejects.toThrow('/api/admin/login answered 401');
  await interrupt(one, 'SIGKILL');
  await interrupt(other, 'SIGKILL', 'npm');
});

test('a shop that is started again has the changed price and words, in its samples too', async () => {
  const catalogue = JSON.parse(project.read('content/catalog.json'));
  for (const product of catalogue.products) {
    if (product.id === 'guide-1') product.price_in_cents = CHANGED;
  }
  project.write('content/catalog.json', JSON.stringify(catalogue));
  const guide = 'content/guides/guide-2.md';
  project.write(guide, project.read(guide).replace(/^tagline: .*$/m, `tagline: ${TAGLINE}`));
  await startBoth();
  const page = await (await fetch(`${one.site}/guide-1`)).text();
  expect(page).toContain(`Buy Guide 1 – ${dollars(CHANGED)}`);
  if (!hasTool('pdftotext')) return;
  const sample = sampleText(project.root, PORTS[0], productOf('guide-2').file_name);
  expect(sample).toContain(TAGLINE);
});

test('an order outlives the shop that was killed', needs('redis-server'), async () => {
  const { status } = await post(one.site, '/api/verify-payment', { sessionId: session });
  expect(status).toBe('paid');
  expect((await download(one.site, session)).status).toBe(200);
});

test('an interrupted shop leaves nothing behind, by Ctrl-C or npm alone', async () => {
  await interrupt(one, 'SIGINT');
  await interrupt(other, 'SIGTERM', 'npm');
  for (const { site } of [one, other]) await expect(fetch(site)).rejects.toThrow('fetch failed');
});

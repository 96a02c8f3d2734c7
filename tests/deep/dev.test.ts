import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { productOf } from '../catalog.ts';
import { buy, download } from '../buyer.ts';
import { freePort } from '../ports.ts';
import { type Running, interrupt, projectToStart } from './start/npm-start.ts';

const PORT = await freePort();
const { project, start, processes } = projectToStart();

/** Makes the process print each host name that it looks up. */
const PRINT_LOOKUPS = `--import=data:text/javascript,${encodeURIComponent(`
import dns from 'node:dns';
import { isIP } from 'node:net';
const { lookup } = dns;
dns.lookup = (name, ...rest) => {
  if (name !== 'localhost' && !isIP(name)) console.log('looked up ' + name);
  return lookup(name, ...rest);
};`)}`;

let shop: Running;
beforeAll(async () => {
  shop = await start(PORT, 'dev', {
    NODE_OPTIONS: PRINT_LOOKUPS,
    npm_config_update_notifier: 'false',
    CI: undefined, // if set, Astro makes no network requests
    VITEST: undefined, // if set, Astro serves no page
  });
});

const getText = async (pathname: string): Promise<string> =>
  (await fetch(shop.site + pathname)).text();

test('sells a guide and serves its file', async () => {
  const session = await buy(shop.site, 'guide-1');
  await expect.poll(async () => (await download(shop.site, session)).status).toBe(200);
});

test.each(['/no-such-page', '/api/no-such-call'])('returns 404 for %s', async (pathname) => {
  expect((await fetch(shop.site + pathname)).status).toBe(404);
});

test('applies changes to a function and to a file that it imports', async () => {
  const { name } = productOf('guide-1');
  expect(await getText('/api/products')).toContain(name);
  const catalog = project.read('content/catalog.json');
  project.write('content/catalog.json', catalog.replaceAll(name, 'A changed name'));
  await expect.poll(() => getText('/api/products')).toContain('A changed name');
  const file = 'netlify/functions/products.ts';
  const changed = project.read(file).replace(/^export default /m, 'export const before = ');
  project.write(file, `${changed}\nexport default async () => new Response('changed');\n`);
  await expect.poll(() => getText('/api/products')).toBe('changed');
});

test('uses a changed email template in the preview and in the next email', async () => {
  const file = 'content/mail/receipt.md';
  project.write(file, project.read(file).replace(/^subject: .*$/m, 'subject: A changed subject'));
  await expect.poll(() => getText('/emails/receipt')).toContain('<title>A changed subject<');
  await buy(shop.site, 'guide-1');
  const inbox = new URL('/inbox.json', `http://localhost:${PORT + 1}`);
  const subjects = async () => (await fetch(inbox)).text();
  await expect.poll(subjects).toContain('"A changed subject"');
});

test('waits for the new text if an editor empties a file before writing to it', async () => {
  const file = 'content/mail/receipt.md';
  const original = project.read(file);
  project.write(file, '');
  await wait(20);
  project.write(file, original.replace(/^subject: .*$/m, 'subject: A subject in two steps'));
  await expect.poll(() => getText('/emails/receipt')).toContain('<title>A subject in two steps<');
  expect(shop.output()).not.toContain('Failed to reload');
});

/** Connects to Vite's WebSocket as a page does. Returns the list to which messages are added. */
const listen = async (): Promise<readonly string[]> => {
  const [, token = ''] = /wsToken = "([^"]+)"/.exec(await getText('/@vite/client')) ?? [];
  const socket = new WebSocket(`${shop.site.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(String(data)));
  await expect.poll(() => messages[0]).toContain('connected');
  return messages;
};

test('shows an error in content/ on the page until it is fixed', async () => {
  expect(await getText('/about')).toContain('/@vite/client');
  const messages = await listen();
  const file = 'content/about.md';
  const original = project.read(file);
  const wrong = /"error".*content\/about\.md, line \d+: .*heading.* is 12\. Write /;
  project.write(file, original.replace(/^heading: .*$/m, 'heading: 12'));
  await expect.poll(() => messages.at(-1)).toMatch(wrong);
  // A page that is opened later receives the error too.
  const later = await listen();
  await expect.poll(() => later.at(-1)).toMatch(wrong);
  // The watcher may miss one of two quick changes, so the test saves repeatedly, as an editor
  // would.
  const saveFixed = async () => {
    project.write(file, original);
    return (await listen()).join('\n');
  };
  await expect.poll(saveFixed, { interval: 1000 }).not.toContain('"error"');
  expect(await getText('/about')).toContain(/^heading: (.*)$/m.exec(original)?.[1]);
});

test('looks up no internet hosts and leaves no process running', async () => {
  expect(shop.output()).not.toContain('looked up');
  await interrupt(shop, 'SIGINT');
  await expect.poll(processes).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@netlify/functions';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { afterAll, expect, test } from 'vitest';
import { type BundledFunction, bundleFunctions } from '../../netlify/build/bundle.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { readMails } from '../../src/content/mails.ts';
import { CHECKS_PDFS, MOST_BYTES, MOST_LATER_BYTES } from './function-budgets.ts';

const directory = path.join(ROOT, '.netlify', 'test-deploy');
const NAMES = readdirSync(path.join(ROOT, 'netlify', 'functions')).map((file) =>
  path.basename(file, '.ts'),
);

const KNOWN = {
  ...(await readMails(ROOT)),
  notFoundPage: '<h1>of this "build"</h1>',
  shellPage: '{{title}}',
  context: 'branch-deploy',
  siteUrl: 'https://spring--money-smart.netlify.app',
};

/** Loads every file and makes two calls, in a Node of its own, since the test runner would take each bundle apart. */
const PROGRAM = `
const [files] = process.argv.slice(1).map((argument) => JSON.parse(argument));
const loaded = {};
const handlers = {};
for (const [name, file, ...lazy] of files) {
  const { default: handler, config } = await import(file);
  handlers[name] = handler;
  loaded[name] = { handler: typeof handler, config };
  for (const one of lazy) await import(one);
}
const asked = [];
globalThis.fetch = async (url, { body }) => {
  asked.push(decodeURIComponent(String(body)));
  return new Response('{}', { status: 400 });
};
const lost = await handlers['not-found'](new Request('https://x.example/lost'));
const begun = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"productType":"bundle"}' };
await handlers['create-payment'](new Request('https://x.example/api/create-payment', begun), { params: {} });
console.log(JSON.stringify({ loaded, page: await lost.text(), asked: asked.join(' ') }));
process.exit();
`;

const ENVIRONMENT = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  UPSTASH_REDIS_REST_URL: 'https://redis.example',
  UPSTASH_REDIS_REST_TOKEN: 'x',
  SIGNING_SECRET: 'x'.repeat(32),
  PUBLIC_SITE_URL: 'https://money-smart.example',
};

type Said = {
  /** What the functions export, as they are deployed, by name. */
  readonly loaded: Readonly<Record<string, { readonly handler: string; readonly config: Config }>>;
  readonly page: string;
  readonly asked: string;
};

afterAll(() => rmSync(directory, { recursive: true, force: true }));
const built = path.join(directory, 'built');
const bundled = await bundleFunctions(ROOT, built, KNOWN);
const lazyOf = (name: string): string[] =>
  bundled.find((one) => one.name === name)?.lazy.map(({ file }) => file) ?? [];

/** What Netlify makes of what the build made. */
const options = { archiveFormat: 'none', basePath: ROOT } as const;
const deployed = await zipFunctions(built, path.join(directory, 'deployed'), options);
const files = deployed.map(({ name, path: folder }) => [
  name,
  ...[`${name}.mjs`, ...lazyOf(name)].map((file) => path.join(folder, file)),
]);
const args = ['--input-type=module', '-e', PROGRAM, JSON.stringify(files)];
const env = { ...process.env, ...ENVIRONMENT };
const output = execFileSync(process.execPath, args, { encoding: 'utf8', env, stdio: 'pipe' });
const said: Said = JSON.parse(output.split('\n').at(-2) ?? '');
const configOf = (name: string): Config => said.loaded[name]?.config ?? {};

test('a bundle knows what the build knew: the deploy, its address and the 404 page', () => {
  expect(said.page).toBe(KNOWN.notFoundPage);
  expect(said.asked).toContain(`success_url=${KNOWN.siteUrl}/payment-success`);
  expect(said.asked).toMatch(/limit:branch-deploy/);
  expect(said.asked).not.toContain('money-smart.example');
});

test('every function is deployed as the build made it, and loads, with what it loads at first use', () => {
  expect(deployed.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
  for (const { name, runtimeAPIVersion, bundler } of deployed) {
    expect({ runtimeAPIVersion, bundler }, name).toEqual({ runtimeAPIVersion: 2, bundler: 'none' });
    expect(said.loaded[name]?.handler, name).toBe('function');
  }
});

test('every address and method that a function claims is one that Netlify has read', () => {
  for (const { name, routes = [], schedule } of deployed) {
    const config = configOf(name);
    expect(schedule, name).toBe(config.schedule);
    expect(routes.map(({ pattern }) => pattern).toSorted(), name).toEqual(
      [config.path ?? []].flat().toSorted(), // a scheduled one has none
    );
    for (const { methods } of routes) expect(methods, name).toEqual([config.method ?? []].flat());
  }
});

test('unknown addresses are answered by a function that takes none from a file or another one', () => {
  const { routes, excludedRoutes = [] } = deployed.find(({ name }) => name === 'not-found') ?? {};
  expect(routes).toEqual([expect.objectContaining({ pattern: '/*', prefer_static: true })]);
  const excluded = excludedRoutes.map(({ pattern }) => pattern);
  expect(excluded).toEqual([configOf('not-found').excludedPath ?? []].flat());
  const patterns = excluded.map((pathname) => new URLPattern({ pathname }));
  const others = deployed.filter(({ name }) => name !== 'not-found');
  for (const { pattern } of others.flatMap((other) => other.routes ?? [])) {
    const isExcluded = patterns.some((address) => address.test({ pathname: pattern }));
    expect(isExcluded, pattern).toBe(true);
  }
});

const WORDS = 'See what it took in (npm run build, then .netlify/bundled-functions), or raise it';

test('no function, and no file that one loads at first use, is larger than it may be', () => {
  const most = MOST_BYTES.flatMap(([bytes, names]) =>
    names.split(' ').map((name) => [name, bytes] as const),
  );
  expect(most.map(([name]) => name).toSorted()).toEqual(NAMES.toSorted());
  for (const [name, bytes] of most) {
    const one = bundled.find((candidate) => candidate.name === name);
    expect(one?.code.bytes, `${name}. ${WORDS}`).toBeLessThanOrEqual(bytes);
    const folder = deployed.find((candidate) => candidate.name === name)?.path ?? '';
    for (const file of lazyOf(name)) {
      const { size } = statSync(path.join(folder, file));
      const limit = MOST_LATER_BYTES[path.basename(file)] ?? 0;
      expect(size, `${file} of ${name}. ${WORDS}`).toBeLessThanOrEqual(limit);
    }
  }
});

const those = (is: (one: BundledFunction) => boolean): string[] =>
  bundled.filter(is).map(({ name }) => name);

test('a function loads what is heavy only where it needs it, and only when it does', () => {
  const isHeavy = /node_modules\/(stripe|@cantoo)\//;
  expect(those(({ code }) => code.inputs.some((file) => isHeavy.test(file)))).toEqual([]);
  const checkPdfs = those(({ lazy }) => lazy.some(({ file }) => file.endsWith('prepare-pdf.mjs')));
  expect(checkPdfs).toEqual(CHECKS_PDFS);
});

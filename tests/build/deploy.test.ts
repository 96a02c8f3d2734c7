import { readPackedMails } from '../../src/content/mails.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@netlify/functions';
import { type FunctionResult, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BundledFunction, bundleFunctions } from '../../netlify/build/bundle.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import {
  ALWAYS_ASKS_STRIPE,
  CHECKS_PDFS,
  CODE_BYTES,
  LATER_BYTES,
  LEEWAY,
  MAY_ASK_STRIPE,
  READ_BYTES,
} from './function-budgets.ts';

const sources = path.join(ROOT, 'netlify', 'functions');
const directory = path.join(ROOT, '.netlify', 'test-deploy');

/** What the build knows. */
const KNOWN = {
  mails: await readPackedMails(ROOT),
  notFoundPage: '<h1>of this "build"</h1>',
  shellPage: '{{title}}',
  context: 'branch-deploy',
  siteUrl: 'https://spring--money-smart.netlify.app',
};
/** What the build makes of the functions. */
let bundled: readonly BundledFunction[];
/** What Netlify then makes of that. */
let deployed: FunctionResult[];
/** What the functions export, as they are deployed, by name. */
let loaded: Readonly<Record<string, { readonly handler: string; readonly config: Config }>>;
beforeAll(async () => {
  const built = path.join(directory, 'built');
  bundled = await bundleFunctions(ROOT, built, KNOWN);
  const options = { archiveFormat: 'none', basePath: ROOT } as const;
  deployed = await zipFunctions(built, path.join(directory, 'deployed'), options);
  const seen = new Set<string>();
  const files = deployed.map((result) => [result.name, ...filesOf(result, seen)]);
  const args = ['--input-type=module', '-e', LOADER, JSON.stringify(files)];
  loaded = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs in a Node of its own, since the test runner would first take each bundle apart. */
const LOADER = `
const loaded = {};
for (const [name, file, ...lazy] of JSON.parse(process.argv[1])) {
  const { default: handler, config } = await import(file);
  loaded[name] = { handler: typeof handler, config };
  for (const one of lazy) await import(one);
}
console.log(JSON.stringify(loaded));
`;

/** Runs there too: what a parent's first two calls are answered, and what they ask outside. */
const CALLS = `
const asked = [];
globalThis.fetch = async (url, { body }) => {
  asked.push(decodeURIComponent(String(body)));
  return new Response('{}', { status: 400 });
};
const load = async (name) => (await import(process.argv[1] + '/bundles/' + name + '.mjs')).default;
const lost = await (await load('not-found'))(new Request('https://x.example/lost'));
const begun = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"productType":"bundle"}' };
await (await load('create-payment'))(new Request('https://x.example/api/create-payment', begun), { params: {} });
console.log(JSON.stringify({ page: await lost.text(), asked: asked.join(' ') }));
process.exit();
`;

const REQUIRED = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  UPSTASH_REDIS_REST_URL: 'https://redis.example',
  UPSTASH_REDIS_REST_TOKEN: 'x',
  SIGNING_SECRET: 'x'.repeat(32),
};

test('a bundle knows what the build knew: the deploy, its address and the 404 page', () => {
  const args = ['--input-type=module', '-e', CALLS, path.join(directory, 'built')];
  const env = { ...process.env, ...REQUIRED, PUBLIC_SITE_URL: 'https://money-smart.example' };
  const said = execFileSync(process.execPath, args, { encoding: 'utf8', env, stdio: 'pipe' });
  const { page, asked } = JSON.parse(said.split('\n').at(-2) ?? '');
  expect(page).toBe(KNOWN.notFoundPage);
  expect(asked).toContain(`success_url=${KNOWN.siteUrl}/payment-success`);
  expect(asked).toMatch(/limit:branch-deploy/);
  expect(asked).not.toContain('money-smart.example');
});

const configOf = (name: string): Config => loaded[name]?.config ?? {};

/** A file that several functions load is run once, and is there for each. */
const filesOf = ({ path: folder, name }: FunctionResult, seen: Set<string>): string[] => {
  const { lazy = [] } = bundled.find((one) => one.name === name) ?? {};
  for (const { file } of lazy) statSync(path.join(folder, file));
  const fresh = lazy.filter(({ file }) => !seen.has(file));
  for (const { file } of fresh) seen.add(file);
  return [`${name}.mjs`, ...fresh.map(({ file }) => file)].map((file) => path.join(folder, file));
};

test('every function is deployed as the build made it, and loads, with what it loads at first use', async () => {
  const names = (await readdir(sources)).map((file) => path.basename(file, '.ts'));
  expect(deployed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { name, runtimeAPIVersion, bundler } of deployed) {
    expect({ runtimeAPIVersion, bundler }, name).toEqual({ runtimeAPIVersion: 2, bundler: 'none' });
    expect(loaded[name]?.handler, name).toBe('function');
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
  const { routes = [], excludedRoutes = [] } =
    deployed.find(({ name }) => name === 'not-found') ?? {};
  const { excludedPath = [] } = configOf('not-found');
  expect(routes).toEqual([expect.objectContaining({ pattern: '/*', prefer_static: true })]);
  expect(excludedRoutes.map(({ pattern }) => pattern)).toEqual(excludedPath);
  const excluded = [excludedPath].flat().map((pathname) => new URLPattern({ pathname }));
  for (const other of deployed.filter(({ name }) => name !== 'not-found')) {
    for (const { pattern } of other.routes ?? []) {
      const isExcluded = excluded.some((address) => address.test({ pathname: pattern }));
      expect(isExcluded, `${pattern} of ${other.name}`).toBe(true);
    }
  }
});

/** Fails where a file grew, and says what to do. */
const expectWithin = (what: string, bytes: number, stood: number | undefined): void => {
  const words = `${what} has ${bytes} bytes, and stood at ${stood}. See what it took in (npm run build, then .netlify/bundled-functions), or put the new number into function-budgets.ts`;
  expect(bytes <= (stood ?? 0) * LEEWAY, words).toBe(true);
};

test('no function, and no file that one loads at first use, is larger than it was', () => {
  expect(bundled.map(({ name }) => name).toSorted()).toEqual(Object.keys(CODE_BYTES).toSorted());
  for (const { name, code, lazy, read } of bundled) {
    expectWithin(name, code.bytes, CODE_BYTES[name]);
    for (const { file, bytes } of lazy) {
      expectWithin(file, bytes, LATER_BYTES[path.basename(file, '.mjs')]);
    }
    const folder = deployed.find((one) => one.name === name)?.path ?? '';
    for (const file of read) {
      const { size } = statSync(path.join(folder, file));
      expectWithin(file, size, READ_BYTES[path.basename(file)]);
    }
  }
});

/** The functions of which something is true. */
const those = (is: (bundled: BundledFunction) => boolean): string[] =>
  bundled
    .filter(is)
    .map(({ name }) => name)
    .toSorted();

const has =
  (input: RegExp) =>
  ({ code }: BundledFunction): boolean =>
    code.inputs.some((file) => input.test(file));

/** Its name is in the bundle as it is in the source: only white space is taken out. */
const preloadsStripe = ({ code }: BundledFunction): boolean =>
  readFileSync(path.join(directory, 'built', code.file), 'utf8').includes('await preloadStripe()');

const mayLoad =
  (file: string) =>
  ({ lazy }: BundledFunction): boolean =>
    lazy.some((one) => path.basename(one.file) === file);

test('a function loads what is heavy only where it needs it, and only when it does', () => {
  expect(those(has(/node_modules\/(stripe|@hyzyla|@cantoo)\//))).toEqual([]);
  expect(those(preloadsStripe)).toEqual(ALWAYS_ASKS_STRIPE);
  expect(those(mayLoad('stripe.mjs'))).toEqual(
    [...ALWAYS_ASKS_STRIPE, ...MAY_ASK_STRIPE].toSorted(),
  );
  expect(those(mayLoad('check-pdf.mjs'))).toEqual(CHECKS_PDFS);
  expect(those(mayLoad('stamp-pdf.mjs'))).toEqual(CHECKS_PDFS);
  expect(those(({ read }) => read.length > 0)).toEqual(CHECKS_PDFS);
});

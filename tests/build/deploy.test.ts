import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FunctionResult, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';

const sources = path.join(ROOT, 'netlify', 'functions');
const outDir = path.join(ROOT, '.netlify', 'test-deploy');

/** Each function is bundled with all that it imports; a busy machine takes its time. */
const WITHIN_MS = 240_000;

/** What Netlify's build makes of the functions, by its own bundler. */
let deployed: FunctionResult[];
beforeAll(async () => {
  deployed = await zipFunctions(sources, outDir, { archiveFormat: 'none', basePath: ROOT });
}, WITHIN_MS);
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const bundleOf = ({ path: directory, name }: FunctionResult): string => {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const file = files.find((entry) => new RegExp(`functions/${name}\\.m?js$`).test(entry));
  return path.join(directory, file ?? '');
};

test(
  'every function is deployed, and loads as it is deployed',
  { timeout: WITHIN_MS },
  async () => {
    const names = readdirSync(sources).map((file) => path.basename(file, '.ts'));
    expect(deployed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const result of deployed) {
      expect(result.runtimeAPIVersion, result.name).toBe(2);
      const bundle = await import(pathToFileURL(bundleOf(result)).href);
      expect(typeof bundle.default, result.name).toBe('function');
    }
  },
);

test('every address and method that a function claims is one that Netlify has read', async () => {
  for (const { name, routes = [] } of deployed) {
    const { config } = await import(path.join(sources, `${name}.ts`));
    expect(routes.map(({ pattern }) => pattern).toSorted(), name).toEqual(
      [config.path ?? []].flat().toSorted(), // a scheduled one has none,
    );
    for (const { methods } of routes) expect(methods, name).toEqual([config.method ?? []].flat());
  }
});

test('unknown addresses are answered by a function that takes none from a file or another one', async () => {
  const { config } = await import(path.join(sources, 'not-found.ts'));
  const { routes = [], excludedRoutes = [] } =
    deployed.find(({ name }) => name === 'not-found') ?? {};
  expect(routes).toEqual([expect.objectContaining({ pattern: '/*', prefer_static: true })]);
  expect(excludedRoutes.map(({ pattern }) => pattern)).toEqual(config.excludedPath);
  const excluded = (config.excludedPath as string[]).map(
    (pathname) => new URLPattern({ pathname }),
  );
  for (const other of deployed.filter(({ name }) => name !== 'not-found')) {
    for (const { pattern } of other.routes ?? []) {
      const isExcluded = excluded.some((address) => address.test({ pathname: pattern }));
      expect(isExcluded, `${pattern} of ${other.name}`).toBe(true);
    }
  }
});

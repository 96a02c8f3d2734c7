import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from '../../netlify/local/settings.ts';
import type { FunctionModule } from '../../netlify/local/routes.ts';

export type AnotherShop = {
  /** Runs its schedule. */
  readonly run: () => Promise<Response>;
  readonly close: () => Promise<void>;
};

/**
 * The schedule of another shop that has the same keys of Stripe and of the mail service: with modules and an environment
 * of its own, on the network of this process. It is built when it is called first.
 */
export const anotherShop = (
  environment: Readonly<Record<string, string | undefined>>,
): AnotherShop => {
  let directory = '';
  let loading: Promise<FunctionModule> | undefined;
  const load = async (): Promise<FunctionModule> => {
    directory = await mkdtemp(path.join(ROOT, 'node_modules', '.another-shop-'));
    const outfile = path.join(directory, 'jobs.mjs');
    await build({
      entryPoints: [path.join(ROOT, 'netlify/functions/jobs.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      external: ['stripe', '@upstash/redis', '@netlify/blobs'],
      define: { 'process.env': 'environmentOfThisShop' },
      banner: { js: `const environmentOfThisShop = ${JSON.stringify(environment)};` },
      logLevel: 'error',
    });
    return import(pathToFileURL(outfile).href);
  };
  return {
    run: async () => {
      const { default: answer } = await (loading ??= load());
      const work: Promise<unknown>[] = [];
      const request = new Request('http://localhost/jobs', { method: 'POST' });
      const response = await answer(request, { params: {}, waitUntil: (one) => work.push(one) });
      await Promise.all(work);
      return response;
    },
    close: async () => {
      if (directory) await rm(directory, { recursive: true, force: true });
    },
  };
};

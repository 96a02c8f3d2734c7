import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { AstroIntegration } from 'astro';
import { AstroError } from 'astro/errors';
import { checkProject } from '../src/content/check/check.ts';
import { findLaunchTasks } from '../src/content/check/launch-tasks.ts';
import { readContent } from '../src/content/check/read-files.ts';

const HINT = 'Nothing was published. content/README.md explains how to write each file.';

export const findContentErrors = async (root: string): Promise<readonly string[]> =>
  (await checkProject(root)).errors;

export const findUnready = async (root: string) => findLaunchTasks(await readContent(root));

/** Some text editors empty a file before they write to it, so a check waits this long first. */
const SETTLE_TIME_IN_MS = 100;

/**
 * Checks content/ before Astro reads it: in a build, `npm run dev`, `astro sync` and `astro check`.
 * After a build, lists what the owner should still replace or add before the shop opens. During
 * `npm run dev`, shows errors in the terminal and on top of the page, and keeps running.
 */
export const content = (root: string): AstroIntegration => ({
  name: 'content',
  hooks: {
    'astro:config:setup': async ({ config, command }) => {
      const errors = await findContentErrors(root);
      if (errors.length > 0) {
        throw new AstroError(`Some content needs fixing.\n\n${errors.join('\n\n')}\n`, HINT);
      }
      // Astro caches the entries of unchanged files, even if a schema or a Markdown plugin changed.
      const stores = [config.cacheDir];
      // A build must not delete this store, because a running `npm run dev` uses it.
      if (command !== 'build') stores.push(new URL('.astro/', config.root));
      for (const folder of stores) await rm(new URL('data-store.json', folder), { force: true });
    },
    'astro:build:done': async ({ logger }) => {
      const { samples, missing, questions, waiting } = await findUnready(root);
      const warnAbout = (heading: string, lines: readonly string[]): void => {
        if (lines.length > 0) logger.warn([`${heading}:`, ...lines].join('\n  '));
      };
      warnAbout('Samples to replace before the shop opens', samples);
      warnAbout('Still missing', missing);
      warnAbout('Settle before the shop opens', questions);
      if (waiting.length > 0) {
        logger.info(
          ['Articles to publish with the first build on or after their date:', ...waiting].join(
            '\n  ',
          ),
        );
      }
    },
    'astro:server:setup': ({ server, logger }) => {
      let problems = '';
      let timer: NodeJS.Timeout | undefined;
      let checking = Promise.resolve();
      const show = (): void =>
        server.ws.send({ type: 'error', err: { message: problems, stack: '', plugin: 'content' } });
      const recheck = async (): Promise<void> => {
        const before = problems;
        problems = (await findContentErrors(root)).join('\n\n');
        if (problems) show();
        if (before && !problems) server.ws.send({ type: 'full-reload' });
        if (problems && problems !== before) logger.error(problems);
      };
      // Shows the errors again after Astro has reloaded the page.
      server.ws.on('connection', () => problems && show());
      server.watcher.on('all', (_, file) => {
        if (!file.startsWith(path.join(root, 'content', path.sep))) return;
        clearTimeout(timer);
        // Checks run one at a time, so that an earlier check never overwrites a later result.
        timer = setTimeout(() => {
          checking = checking.then(recheck).catch(() => undefined);
        }, SETTLE_TIME_IN_MS);
      });
    },
  },
});

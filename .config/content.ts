import path from 'node:path';
import type { AstroIntegration } from 'astro';
import { checkContent, readContent, unready } from '../src/content/check.ts';

export const findUnready = async (root: string) => unready(await readContent(root));

/** Some editors empty a file before they write it, or replace it. */
const SETTLED_MS = 100;

/**
 * Lists at the end of a build what is not ready for real parents. After an error in content/, `npm
 * run dev` keeps running and shows the error over the page and in the terminal.
 */
export const watchContent = (root: string): AstroIntegration => ({
  name: 'content',
  hooks: {
    'astro:build:done': async ({ logger }) => {
      const { samples, missing, questions } = await findUnready(root);
      const list = (heading: string, lines: readonly string[]): void => {
        if (lines.length > 0) logger.warn([`${heading}:`, ...lines].join('\n  '));
      };
      list('Samples to replace before the shop opens', samples);
      list('Still missing', missing);
      list('Settle before the shop opens', questions);
    },
    'astro:server:setup': async ({ server, logger, refreshContent }) => {
      let problems = '';
      let soon: NodeJS.Timeout | undefined;
      let checking = Promise.resolve();
      const show = (): void =>
        server.ws.send({ type: 'error', err: { message: problems, stack: '', plugin: 'content' } });
      const recheck = async (): Promise<void> => {
        const before = problems;
        problems = checkContent(await readContent(root)).problems.join('\n\n');
        if (problems) show();
        else await refreshContent?.({});
        if (before && !problems) server.ws.send({ type: 'full-reload' });
        if (problems && problems !== before) logger.error(problems);
      };
      // Astro may reload the page in the meantime.
      server.ws.on('connection', () => problems && show());
      server.watcher.on('all', (_, file) => {
        if (!file.startsWith(path.join(root, 'content', path.sep))) return;
        clearTimeout(soon);
        // One after another: a change during a refresh would otherwise share the files that it read
        // before.
        soon = setTimeout(() => {
          checking = checking.then(recheck).catch(() => undefined);
        }, SETTLED_MS);
      });
    },
  },
});

import path from 'node:path';
import type { AstroIntegration } from 'astro';

/** An editor may empty a file before it writes it, or put another in its place. */
const SETTLED_MS = 100;

/** `npm run dev` goes on after a slip in content/, and says it over the page and in the terminal. */
export const showSlips = (root: string): AstroIntegration => ({
  name: 'content',
  hooks: {
    'astro:server:setup': async ({ server, logger, refreshContent }) => {
      const { check, readContent } = await import('../src/content/check.ts');
      let slips = '';
      let soon: NodeJS.Timeout | undefined;
      const show = (): void =>
        server.ws.send({ type: 'error', err: { message: slips, stack: '', plugin: 'content' } });
      const look = async (): Promise<void> => {
        const found = check(await readContent(root)).problems.join('\n\n');
        const before = slips;
        slips = found;
        if (slips) show();
        else await refreshContent?.({});
        if (before && !slips) server.ws.send({ type: 'full-reload' });
        if (slips && slips !== before) logger.error(slips);
      };
      // Astro may load the page anew meanwhile.
      server.ws.on('connection', () => slips && show());
      server.watcher.on('all', (_, file) => {
        if (!file.startsWith(path.join(root, 'content', path.sep))) return;
        clearTimeout(soon);
        soon = setTimeout(() => void look().catch(() => undefined), SETTLED_MS);
      });
    },
  },
});

import path from 'node:path';
import type { AstroIntegration } from 'astro';

/** `npm run dev` goes on after a slip in content/, and says it over the page and in the terminal. */
export const showSlips = (root: string): AstroIntegration => ({
  name: 'content',
  hooks: {
    'astro:server:setup': async ({ server, logger }) => {
      const { problemsIn, readContent } = await import('../src/content/check.ts');
      let slips = '';
      const show = (): void =>
        server.ws.send({ type: 'error', err: { message: slips, stack: '', plugin: 'content' } });
      const check = async (): Promise<void> => {
        const found = problemsIn(await readContent(root)).join('\n\n');
        const before = slips;
        slips = found;
        if (slips) show();
        else if (before) server.ws.send({ type: 'full-reload' });
        if (slips && slips !== before) logger.error(slips);
      };
      let checked = Promise.resolve(); // one after the other, so that the last word is of the last change
      // Astro may load the page anew meanwhile.
      server.ws.on('connection', () => slips && show());
      server.watcher.on('all', (_, file) => {
        // A file may go while it is read; its next event is told then.
        if (!file.startsWith(path.join(root, 'content', path.sep))) return;
        checked = checked.then(check).catch(() => undefined);
      });
    },
  },
});

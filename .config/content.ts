import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { AstroIntegration } from 'astro';

/** Content files that still say `sample: true`, as paths from the project's root. */
export const findSamples = async (root: string): Promise<string[]> => {
  const names = await readdir(path.join(root, 'content'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.md')).map((name) => `content/${name}`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  return files.filter((_, i) => /^sample: *true *$/m.test(texts[i] ?? '')).toSorted();
};

/** Optional content that parents look for. Each is a field of a file. */
const WANTED = [
  ['content/site.md', 'legalName', 'who sells'],
  ['content/site.md', 'postalAddress', 'where to write to'],
  ['content/creator.md', 'about', 'two sentences about the planner'],
  ['content/creator.md', 'license', 'the planner’s license'],
] as const;

/** The missing parts, in words. */
export const findMissing = async (root: string): Promise<string[]> => {
  const missing = WANTED.map(async ([file, field, what]) => {
    const text = await readFile(path.join(root, file), 'utf8');
    return new RegExp(`^${field}: *\\S`, 'm').test(text) ? [] : `${what} (${field} in ${file})`;
  });
  const names = await readdir(path.join(root, 'content'));
  const hasPhoto = names.some((name) => /^creator\.(png|jpe?g|webp)$/.test(name));
  const photo = hasPhoto ? [] : 'the planner’s photo (content/creator.jpg)';
  return [...(await Promise.all(missing)), photo].flat();
};

const list = (lines: readonly string[]): string => lines.join('\n  ');

/** Some editors empty a file before they write it, or replace it. */
const SETTLED_MS = 100;

/**
 * Lists at the end of a build the samples that real parents would see. After an error in content/, `npm run dev` keeps
 * running and shows the error over the page and in the terminal.
 */
export const watchContent = (root: string): AstroIntegration => ({
  name: 'content',
  hooks: {
    'astro:build:done': async ({ logger }) => {
      const samples = await findSamples(root);
      if (samples.length > 0)
        logger.warn(`Samples to replace before the shop opens:\n  ${list(samples)}`);
      const missing = await findMissing(root);
      if (missing.length > 0) logger.warn(`Still missing:\n  ${list(missing)}`);
      const { check, readContent } = await import('../src/content/check.ts');
      const { questionable } = await import('../src/content/disagreements.ts');
      const { shop } = check(await readContent(root));
      const questions = shop ? questionable(shop) : [];
      if (questions.length > 0) logger.warn(`Settle before the shop opens:\n  ${list(questions)}`);
    },
    'astro:server:setup': async ({ server, logger, refreshContent }) => {
      const { check, readContent } = await import('../src/content/check.ts');
      let problems = '';
      let soon: NodeJS.Timeout | undefined;
      const show = (): void =>
        server.ws.send({ type: 'error', err: { message: problems, stack: '', plugin: 'content' } });
      const look = async (): Promise<void> => {
        const before = problems;
        problems = check(await readContent(root)).problems.join('\n\n');
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
        soon = setTimeout(() => void look().catch(() => undefined), SETTLED_MS);
      });
    },
  },
});

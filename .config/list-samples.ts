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

/** Says at the end of a build which samples the shop would show to real parents. */
export const listSamples = (root: string): AstroIntegration => ({
  name: 'list-samples',
  hooks: {
    'astro:build:done': async ({ logger }) => {
      const samples = await findSamples(root);
      if (samples.length === 0) return;
      logger.warn(
        `Still samples, to be replaced before the shop opens:\n  ${samples.join('\n  ')}`,
      );
    },
  },
});

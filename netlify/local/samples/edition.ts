import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../settings.ts';

/** The part of a guide's frontmatter that its sample prints; src/content.config.ts has the whole. */
const guideSchema = z.object({
  product: z.string(),
  number: z.int(),
  ages: z.string(),
  hue: z.enum(['coral', 'teal', 'plum']),
  title: z.string(),
  tagline: z.string(),
  learn: z.array(z.object({ title: z.string(), scene: z.string() })),
  included: z.array(z.object({ title: z.string(), detail: z.string() })),
});
export type GuideContent = z.infer<typeof guideSchema>;

const FRONTMATTER = /^---\n([\s\S]*?)\n---\n/;

/** The guides of content/guides, by number. */
export const readGuides = async (): Promise<GuideContent[]> => {
  const directory = path.join(ROOT, 'content', 'guides');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.md'));
  const guides = names.map(async (name) => {
    const [, frontmatter = ''] =
      FRONTMATTER.exec(await readFile(path.join(directory, name), 'utf8')) ?? [];
    return guideSchema.parse(parse(frontmatter));
  });
  return (await Promise.all(guides)).sort((a, b) => a.number - b.number);
};

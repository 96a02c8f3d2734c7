import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import type { Product } from '#contract/catalogue.ts';
import { factsOf } from '../../../src/content/facts.ts';
import { fillAll } from '../../../src/content/fill.ts';
import { guideSchema } from '../../../src/content/schemas/guide.ts';
import { siteSchema } from '../../../src/content/schemas/pages.ts';
import { readSource } from '../../../src/content/source.ts';
import type { Edition } from '../../../src/samples/edition.ts';
import { ROOT } from '../settings.ts';

const CONTENT = path.join(ROOT, 'content');

/** The build tells an editor what is wrong; here a file that cannot be read just ends the start. */
const readFields = async <S extends z.ZodType>(file: string, schema: S): Promise<z.infer<S>> => {
  const source = readSource(file, await readFile(file, 'utf8'));
  if ('broken' in source) throw new Error(`${file} cannot be read: ${source.broken.says}`);
  return schema.parse(source.data);
};

/** What content/ says, as it is printed. */
export const readEdition = async (products: readonly Product[]): Promise<Edition> => {
  const directory = path.join(CONTENT, 'guides');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.md'));
  const [site, ...guides] = await Promise.all([
    readFields(path.join(CONTENT, 'site.md'), siteSchema),
    ...names.map((name) => readFields(path.join(directory, name), guideSchema)),
  ]);
  const printed = guides.flatMap((guide) => {
    const product = products.find(({ id }) => id === guide.product);
    return product ? [{ ...guide, product }] : [];
  });
  const edition = {
    brand: site.brand,
    guides: printed.sort((a, b) => a.number - b.number),
    products,
  };
  return fillAll(edition, factsOf(site, products, guides));
};

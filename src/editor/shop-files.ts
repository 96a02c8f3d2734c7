import { z } from 'astro/zod';
import { factsOf } from '../content/facts.ts';
import type { Source } from './source.ts';

/** The fields of several files that have to agree, as they stand in the files. */
const guideFields = z.object({
  product: z.string(),
  number: z.int(),
  lessonsOnHome: z.int(),
  preview: z.array(z.object({ lesson: z.int() })),
});
const homeFields = z.object({ conversation: z.object({ guide: z.string(), lesson: z.int() }) });
const catalogueFields = z.object({
  products: z.array(
    z.object({
      id: z.string(),
      product_type: z.string(),
      price_in_cents: z.int(),
      is_active: z.boolean(),
    }),
  ),
});
const siteFields = z.object({
  brand: z.string(),
  supportEmail: z.string(),
  refundWindowDays: z.int(),
});

type File<T> = { source: Source; data: T };

export type GuideFile = File<z.infer<typeof guideFields>> & { id: string };

const fileOf = <S extends z.ZodType>(source: Source | undefined, schema: S) => {
  const { data } = schema.safeParse(source?.data);
  return source && data !== undefined ? { source, data } : null;
};

const GUIDE = /^content\/guides\/(.+)\.md$/;

/** The files that have to agree. Null where one of them has something to correct of its own. */
export function readShop(sources: readonly Source[], files: readonly string[]) {
  const find = (file: string) => sources.find((source) => source.file === file);
  const catalogue = fileOf(find('content/catalog.json'), catalogueFields);
  const home = fileOf(find('content/home.md'), homeFields);
  const site = fileOf(find('content/site.md'), siteFields);
  const guides = files.flatMap((file) => {
    const id = GUIDE.exec(file)?.[1];
    return id ? [{ id, file: fileOf(find(file), guideFields) }] : [];
  });
  const read = guides.flatMap(({ id, file }) => (file ? [{ id, ...file }] : []));
  if (!catalogue || !home || !site || read.length < guides.length) return null;
  return { catalogue, home, site, guides: read };
}

export type Shop = NonNullable<ReturnType<typeof readShop>>;

/** What the placeholders of the copy stand for. */
export const factsIn = ({ site, catalogue, guides }: Shop) =>
  factsOf(
    site.data,
    catalogue.data.products,
    guides.map(({ data }) => data),
  );

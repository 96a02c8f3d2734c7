import { defineCollection } from 'astro:content';
import { kinds } from './content/kinds.ts';
import { load } from './content/loaders.ts';

type Kinds = typeof kinds;

const declared = Object.entries(kinds).map(([name, kind]) => [
  name,
  defineCollection({ loader: load(kind), schema: kind.schema }),
]);

export const collections: { [Name in keyof Kinds]: { schema: Kinds[Name]['schema'] } } =
  Object.fromEntries(declared);

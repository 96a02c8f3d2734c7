import { catalogSchema } from './schemas/catalog.ts';
import { guides } from './schemas/guide.ts';
import { pages } from './schemas/pages.ts';
import { parts } from './schemas/parts.ts';

/** Menus and lists of pages have this order. */
export const kinds = { catalog: catalogSchema, guides, ...pages, ...parts };

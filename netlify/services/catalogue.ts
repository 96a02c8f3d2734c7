import type { Catalogue } from '#contract/catalogue.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };

/** As it is: the build of the site has checked it, and to do so at each start would cost its first caller. */
export const catalogue = catalogJson as Catalogue;

import { catalogueSchema } from '#contract/catalogue.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };

export const catalogue = catalogueSchema.parse(catalogJson);

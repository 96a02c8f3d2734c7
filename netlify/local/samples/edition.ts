import { check, readContent } from '../../../src/content/check.ts';
import { fillAll } from '../../../src/content/fill.ts';
import type { Edition } from '../../../src/samples/edition.ts';
import { ROOT } from '../settings.ts';

/** What content/ says, as it is printed. The build says what is wrong there; here it just ends the start. */
export const readEdition = async (): Promise<Edition> => {
  const { shop, facts } = check(await readContent(ROOT));
  if (!shop || !facts) throw new Error('content/ needs a correction: npm run build tells which.');
  const { products } = shop.catalogue.fields;
  const guides = shop.guides.flatMap(({ fields }) => {
    const product = products.find(({ id }) => id === fields.product);
    return product ? [{ ...fields, product }] : [];
  });
  const edition = {
    brand: shop.site.fields.brand,
    guides: guides.toSorted((a, b) => a.number - b.number),
    products,
  };
  return fillAll(edition, facts);
};

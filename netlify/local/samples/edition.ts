import { check, readContent } from '../../../src/content/check.ts';
import { fillAll } from '../../../src/content/fill.ts';
import type { Edition } from '../../../src/samples/edition.ts';
import { ROOT } from '../settings.ts';

/** The content of the printed guides. Throws where content/ has an error, which the build explains. */
export const readEdition = async (): Promise<Edition> => {
  const { shop, facts } = check(await readContent(ROOT));
  if (!shop || !facts) throw new Error('content/ has an error. Run "npm run build" to see it.');
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

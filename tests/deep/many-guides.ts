import { GUIDES, centsOf } from '../catalogue.ts';
import type { ProjectCopy } from '../project.ts';

/** The guides that content/ has, whose texts the others repeat. */
const OWN = GUIDES.length;

/**
 * Gives the copy of the project so many guides: files and catalogue entries, as an editor would add them.
 * They are the shop's own over again under other numbers, so that the pictures of their pages, which
 * depend on neither number nor product, are drawn once.
 */
export const addGuides = ({ read, write }: ProjectCopy, guides: number): void => {
  const catalogue = JSON.parse(read('content/catalog.json'));
  for (let number = OWN + 1; number <= guides; number += 1) {
    const like = `guide-${((number - 1) % OWN) + 1}`;
    const text = read(`content/guides/${like}.md`);
    write(
      `content/guides/guide-${number}.md`,
      text
        .replace(/^product: .*$/m, `product: guide-${number}`)
        .replace(/^number: .*$/m, `number: ${number}`)
        .replace(/^title: .*$/m, 'title: A Guide'), // room for the number in a search result
    );
    catalogue.products.push({
      id: `guide-${number}`,
      product_type: `individual_guide_${number}`,
      name: `Money-Smart Kids: Guide ${number}`,
      price_in_cents: centsOf(like),
      file_name: `Money-Smart-Kids-Guide-${number}.pdf`,
      is_active: true,
    });
  }
  write('content/catalog.json', JSON.stringify(catalogue, null, 2));
};

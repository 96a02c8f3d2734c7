import type { ProjectCopy } from '../project.ts';

/** Replaces the first place where a file has the text. Throws where there is none. */
const replace = ({ read, write }: ProjectCopy, file: string, from: RegExp, to: string): void => {
  const text = read(file);
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${file} does not have ${from}.`);
  write(file, changed);
};

type Catalogue = {
  time_zone: string;
  products: { id: string; price_in_cents: number }[];
};

/** What an owner changes of products that are there. */
const CHANGED: Readonly<Record<string, object>> = {
  'guide-1': { price_in_cents: 1049 },
  'guide-2': { name: 'Coins & Friends, the guide' },
  bundle: { price_in_cents: 2149 },
};

const FOURTH = {
  id: 'guide-4',
  product_type: 'individual_guide_4_5',
  name: 'Money-Smart Kids: Ages 4-5',
  price_in_cents: 499,
  file_name: 'Money-Smart-Kids-Ages-4-5.pdf',
  is_active: true,
};

const editCatalogue = ({ read, write }: ProjectCopy): void => {
  const catalogue: Catalogue = JSON.parse(read('content/catalog.json'));
  catalogue.time_zone = 'America/Los_Angeles';
  for (const product of catalogue.products) Object.assign(product, CHANGED[product.id]);
  catalogue.products.push(FOURTH);
  write('content/catalog.json', `${JSON.stringify(catalogue, null, 2)}\n`);
};

/** What an owner changes in texts: a line of a file, by its beginning. */
const LINES: readonly (readonly [file: string, line: RegExp, changed: string])[] = [
  ['about.md', /^heading: .*$/m, 'heading: Why we wrote this down'],
  ['guides/guide-1.md', /title: The candy .*/, 'title: At the till'],
  ['guides/guide-3.md', /^summary: .*$/m, 'summary: The first paycheck, and what is left.'],
  ['guides/guide-3.md', /^pages: .*$/m, 'pages: 18'],
  ['site.md', /^brand: .*$/m, 'brand: Coin School'],
  ['site.md', /^supportEmail: .*$/m, 'supportEmail: help@coin-school.example'],
  ['site.md', /^refundWindowDays: .*$/m, 'refundWindowDays: 30'],
  ['mail/receipt.md', /^subject: .*$/m, "subject: 'Here it is: {guide}'"],
  ['mail/find-purchase.md', /^subject: .*$/m, "subject: 'What you have at {brand}'"],
  ['mail/new-edition.md', /^subject: .*$/m, "subject: '{guide}, printed anew'"],
];

const NEW_FILES: Readonly<Record<string, string>> = {
  'faqs/13-new.md': '---\nquestion: Is this new?\n---\n\nIt is.\n',
  'testimonials/01-gum.md':
    '---\nname: Lee W.\ndetail: father of one, 7\n---\n\nShe counts the spoons now.\n',
};

/** What an owner does to content/ in a text editor. */
export const editEverything = (project: ProjectCopy): void => {
  editCatalogue(project);
  const fourth = project
    .read('content/guides/guide-3.md')
    .replace('product: guide-3', `product: ${FOURTH.id}`)
    .replace('number: 3', 'number: 4')
    .replace('ages: 15–18', 'ages: 4–5')
    .replace(/^title: .*$/m, 'title: The First Spoon');
  project.write('content/guides/guide-4.md', fourth);
  for (const [file, line, changed] of LINES) replace(project, `content/${file}`, line, changed);
  for (const [file, text] of Object.entries(NEW_FILES)) project.write(`content/${file}`, text);
};

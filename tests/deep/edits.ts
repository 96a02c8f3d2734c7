import type { ProjectCopy } from '../project.ts';

type Edit = (project: ProjectCopy) => void;

/** Replaces the first place where a file has the text. Throws where there is none. */
const replace = ({ read, write }: ProjectCopy, file: string, from: RegExp, to: string): void => {
  const text = read(file);
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${file} does not have ${from}.`);
  write(file, changed);
};

type Catalogue = {
  time_zone: string;
  products: { id: string; name: string; price_in_cents: number }[];
};

const changeCatalogue = (
  { read, write }: ProjectCopy,
  change: (catalogue: Catalogue) => void,
): void => {
  const catalogue: Catalogue = JSON.parse(read('content/catalog.json'));
  change(catalogue);
  write('content/catalog.json', `${JSON.stringify(catalogue, null, 2)}\n`);
};

const changeProduct = (project: ProjectCopy, id: string, change: object): void =>
  changeCatalogue(project, ({ products }) => {
    for (const product of products) if (product.id === id) Object.assign(product, change);
  });

const FOURTH = {
  id: 'guide-4',
  product_type: 'individual_guide_4_5',
  name: 'Money-Smart Kids: Ages 4-5',
  price_in_cents: 499,
  file_name: 'Money-Smart-Kids-Ages-4-5.pdf',
  is_active: true,
};

/** What an owner does to content/ in a text editor. */
export const EDITS: Readonly<Record<string, Edit>> = {
  'the price of a guide': (project) => changeProduct(project, 'guide-1', { price_in_cents: 1049 }),
  'the price of the bundle': (project) =>
    changeProduct(project, 'bundle', { price_in_cents: 2149 }),
  'the name of a product': (project) =>
    changeProduct(project, 'guide-2', { name: 'Coins & Friends, the guide' }),
  'the time zone': (project) =>
    changeCatalogue(project, (catalogue) => {
      catalogue.time_zone = 'America/Los_Angeles';
    }),
  'a sentence of the About page': (project) =>
    replace(project, 'content/about.md', /^heading: .*$/m, 'heading: Why we wrote this down'),
  'the title of a lesson': (project) =>
    replace(project, 'content/guides/guide-1.md', /title: The candy .*/, 'title: At the till'),
  'one more question': ({ write }) =>
    write('content/faqs/13-new.md', '---\nquestion: Is this new?\n---\n\nIt is.\n'),
  'a testimonial that is no sample': ({ write }) =>
    write(
      'content/testimonials/01-gum.md',
      '---\nname: Lee W.\ndetail: father of one, 7\n---\n\nShe counts the spoons now.\n',
    ),
  'a fourth guide': (project) => {
    changeCatalogue(project, ({ products }) => products.push(FOURTH));
    const text = project
      .read('content/guides/guide-3.md')
      .replace('product: guide-3', `product: ${FOURTH.id}`)
      .replace('number: 3', 'number: 4')
      .replace('ages: 15–18', 'ages: 4–5')
      .replace(/^title: .*$/m, 'title: The First Spoon');
    project.write('content/guides/guide-4.md', text);
  },
  'the facts of the shop': (project) => {
    const site = 'content/site.md';
    replace(project, site, /^brand: .*$/m, 'brand: Coin School');
    replace(project, site, /^supportEmail: .*$/m, 'supportEmail: help@coin-school.example');
    replace(project, site, /^refundWindowDays: .*$/m, 'refundWindowDays: 30');
  },
  'the subjects of emails': (project) => {
    const subject = /^subject: .*$/m;
    replace(project, 'content/mail/receipt.md', subject, "subject: 'Here it is: {guide}'");
    replace(
      project,
      'content/mail/find-purchase.md',
      subject,
      "subject: 'What you have at {brand}'",
    );
    replace(project, 'content/mail/new-edition.md', subject, "subject: '{guide}, printed anew'");
  },
  'the description and the number of pages of a guide': (project) => {
    const guide = 'content/guides/guide-3.md';
    replace(project, guide, /^summary: .*$/m, 'summary: The first paycheck, and what is left.');
    replace(project, guide, /^pages: .*$/m, 'pages: 18');
  },
};

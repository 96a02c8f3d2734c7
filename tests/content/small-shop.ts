import { expect } from 'vitest';
import { stringify } from 'yaml';
import { MAIL_NAMES } from '../../src/contract/mail.ts';
import { type Content, check } from '../../src/content/check.ts';

const product = (id: string, type: string, file: string, cents = 750) => ({
  id,
  product_type: type,
  name: `Coin School: ${file.replaceAll('-', ' ')}`,
  price_in_cents: cents,
  file_name: `Coin-School-${file}.pdf`,
  is_active: true,
});

const CATALOGUE = {
  currency: 'usd',
  time_zone: 'UTC',
  stamp: true,
  products: [
    product('guide-1', 'individual_guide_6_10', 'Ages-6-10'),
    product('guide-2', 'individual_guide_11_14', 'Ages-11-14'),
    product('guide-3', 'individual_guide_15_18', 'Ages-15-18'),
    product('bundle', 'bundle', 'Complete-Bundle', 1500),
  ],
};

const page = (fields: object, body = ''): string =>
  `---\n${stringify(fields, { aliasDuplicateObjects: false })}---\n${body && `\n${body}\n`}`;

const heading = 'What stands over it';
const headed = { heading, text: 'What stands under it.' };
const point = { title: 'A point', text: 'What it is.' };
const search = { title: 'A page', description: 'What search engines show of it.' };
const lead = 'What it is about.';
const top = { ...search, heading, lead };
const label = 'A label';
const choice = { guide: 'guide-1', lesson: 5 };

const preview = (lesson: number) => ({
  lesson,
  read: 'What the lesson is about.',
  together: 'What to do together.',
  script: [{ child: 'Can I have this?' }, { you: 'Is it on our list?' }],
});

const guide = (number: number, look: { ages: string; hue: string; art: string }): string =>
  page(
    {
      product: `guide-${number}`,
      number,
      ...look,
      title: 'A Jar',
      tagline: 'What a parent would say',
      summary: 'Two sentences for the card. They are short.',
      lessonsOnHome: 10,
      lessonsOnGuide: 10,
      pages: 15,
      fileSize: 'about 2MB',
      tonight: { lesson: 5, ready: 'a jar' },
      learn: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => ({ title: `Lesson ${at}`, scene: lead })),
      included: [{ title: 'A savings chart', detail: 'One square a week.' }],
      preview: [5, 2, 10].map(preview),
      questions: [{ question: 'How much allowance?', answer: 'As much as fits your week.' }],
    },
    'Why it works.',
  );

const HOME = {
  ...search,
  hero: headed,
  matters: { heading },
  guides: headed,
  bundle: { heading, text: 'All guides, {lessons} lessons in all.' },
  conversation: { ...headed, ...choice },
  works: { heading, features: [point, point] },
  creator: { heading },
  trusted: { heading },
  voices: { heading },
  lastCall: headed,
};

const ABOUT = {
  ...top,
  mission: { ...headed, label },
  team: { heading, label },
  steps: { heading, label, items: [point, point, point, point] },
  different: { heading, label, items: [point, point] },
  printable: headed,
};

const LESSON = {
  ...top,
  ...choice,
  need: ['Ten quarters'],
  steps: [point, point],
  next: headed,
};

const ORDERS = {
  ...Object.fromEntries(
    ['paid', 'pending', 'failed', 'refunded', 'disputed', 'blocked', 'notSeen', 'brokenLink'].map(
      (state) => [state, headed],
    ),
  ),
  ready: { text: 'Above the files.' },
};

const SITE = {
  brand: 'Coin School',
  supportEmail: 'help@coin-school.example',
  refundWindowDays: 14,
  claim: { percent: 88, text: 'of adults wish they had learned it.' },
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>';

/** Has the links that some emails must have. */
const mail = (links = ''): string =>
  page({ subject: 'A mail from {brand}', preview: 'Read it.', button: 'Go on' }, `Hello.${links}`);

const FILES: Readonly<Record<string, string>> = {
  'about.md': page(ABOUT, 'We are a small shop.'),
  'articles.md': page(top),
  'articles/coins.md': page({ ...top, guide: 'guide-1', published: '2026-11-01' }, 'A coin.'),
  'catalog.json': `${JSON.stringify(CATALOGUE, null, 2)}\n`,
  'creator.md': page({ name: 'Ada L.', role: 'Planner', sample: true }, 'I plan.'),
  'faq.md': page({ ...top, support: headed }),
  'find-purchase.md': page(top, 'One email follows.'),
  'faqs/01-which-guide.md': page({ question: 'Which guide fits?' }, 'The first.'),
  'faqs/05-bundle.md': page({ question: 'One guide or all?' }, 'You save {saving}.'),
  'guides/guide-1.md': guide(1, { ages: '6–10', hue: 'coral', art: 'seed' }),
  'guides/guide-2.md': guide(2, { ages: '11–14', hue: 'teal', art: 'sprout' }),
  'guides/guide-3.md': guide(3, { ages: '15–18', hue: 'plum', art: 'tree' }),
  'home.md': page(HOME, 'Most of us learned about money by paying for it.'),
  'lesson.md': page(LESSON, 'It may go differently.'),
  'orders.md': page(ORDERS),
  'legal/terms.md': page({ ...search, heading, updated: '2026-11-01' }, '## What you buy'),
  ...Object.fromEntries(MAIL_NAMES.map((name) => [`mail/${name}.md`, mail()])),
  'mail/find-purchase.md': mail(' {orders}'),
  'mail/new-edition.md': mail(' {stop}'),
  'logos/01-library.md': page({ name: 'The Library', mark: 'library.svg', sample: true }),
  'logos/library.svg': SVG,
  'logos/radio.svg': SVG,
  'site.md': page(SITE),
  'testimonials/01-gum.md': page({ name: 'Dana R.', detail: 'a mother' }, 'He put it back.'),
};

/** A whole shop in a few words, for tests that must not depend on the words of content/. */
export const SMALL_SHOP: Content = new Map(
  Object.entries(FILES).map(([name, text]) => [`content/${name}`, text]),
);

export type Edit = (files: Map<string, string>) => unknown;

export const edited = (...edits: readonly Edit[]): Content => {
  const files = new Map(SMALL_SHOP);
  for (const edit of edits) edit(files);
  return files;
};

/** The problems that an editor reads after these edits. */
export const problemsAfter = (...edits: readonly Edit[]): string[] =>
  check(edited(...edits)).problems;

/** Replaces a text, which the file must contain. */
export const change =
  (file: string, from: string | RegExp, to: string): Edit =>
  (files) => {
    const text = files.get(file) ?? '';
    const changed = text.replace(from, () => to);
    expect(changed, `${file} has ${String(from)}`).not.toBe(text);
    files.set(file, changed);
  };

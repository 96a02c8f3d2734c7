import type { Content } from '../../src/editor/content.ts';

const product = (id: string, type: string, file: string, cents: number) => ({
  id,
  product_type: type,
  name: `Coin School: ${file.replaceAll('-', ' ')}`,
  price_in_cents: cents,
  file_name: `Coin-School-${file}.pdf`,
  is_active: true,
});

const CATALOGUE = {
  currency: 'usd',
  products: [
    product('guide-1', 'individual_guide_6_10', 'Ages-6-10', 750),
    product('guide-2', 'individual_guide_11_14', 'Ages-11-14', 750),
    product('guide-3', 'individual_guide_15_18', 'Ages-15-18', 750),
    product('bundle', 'bundle', 'Complete-Bundle', 1500),
  ],
};

const LESSONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const preview = (lesson: number): string => `
  - lesson: ${lesson}
    read: What the lesson is about.
    together: What to do together.
    script:
      - child: Can I have this?
      - you: Is it on our list?`;

const guide = (number: number, ages: string, more: string): string => `---
product: guide-${number}
number: ${number}
ages: ${ages}
${more}
tagline: What a parent would say
summary: Two sentences for the card. They are short.
lessonsOnHome: 10
lessonsOnGuide: 10
pages: 15
fileSize: about 2MB
learn:${LESSONS.map((lesson) => `\n  - title: Lesson ${lesson}\n    scene: What happens in it.`).join('')}
included:
  - title: A savings chart
    detail: One square a week.
preview:${[5, 2, 10].map(preview).join('')}
questions:
  - question: How much allowance?
    answer: As much as fits your week.
---

Why it works.
`;

const HOME = `---
title: '{brand}: teach your child about money'
description: Short PDF guides for talking with your child about money.
hero:
  heading: Teach them while the mistakes are small
  text: Read a page and do one thing together.
matters:
  heading: Nobody explained it
shelf:
  heading: How old is your child?
  text: Each guide is written for the years it names.
bundle:
  heading: All of them
  text: The Complete Bundle holds all guides, {lessons} lessons in all. Start today.
conversation:
  heading: And then what do you say?
  text: Every lesson comes with words.
  guide: guide-1
  lesson: 5
works:
  heading: Why it stays
  features:
    - title: Ten minutes
      text: A lesson is one page.
    - title: At your own table
      text: Coins and a list.
creator:
  heading: Who wrote it
trusted:
  heading: Who passes it on
voices:
  heading: What happened
lastCall:
  heading: Start tonight
  text: You have {refundDays} days.
---

Most of us learned about money by paying for it.
`;

const ABOUT = `---
title: About us
description: Who is behind the guides, and why the lessons are short.
heading: What we wish we had been told
lead: We write short guides.
mission:
  heading: Talk early
  text: Children watch what we do.
team:
  heading: Who is behind the page
steps:
  heading: From the page to the table
  items:${[1, 2, 3, 4].map((step) => `\n    - title: Step ${step}\n      text: What to do.`).join('')}
different:
  heading: What you will not find
  items:
    - title: Scolding
      text: Of nobody.
    - title: Tips
      text: On what to buy.
printable:
  heading: Try the jars first
  text: Three labels to print.
---

We are a small shop.
`;

const FAQ = `---
title: What parents ask
description: Which guide fits, and how the download works.
heading: What parents ask before they buy
lead: Short answers.
support:
  heading: Still wondering?
  text: Write to {supportEmail}.
---
`;

const legal = (title: string): string => `---
title: ${title}
description: What you buy and what you may do with it.
heading: ${title}, in plain words
updated: 2026-11-01
---

## What you buy

You buy a guide from {brand}.
`;

/** A whole shop in a few words. The tests of slips edit it, so that they depend on no word of content/. */
export const SMALL_SHOP: Content = new Map([
  ['content/about.md', ABOUT],
  ['content/catalog.json', `${JSON.stringify(CATALOGUE, null, 2)}\n`],
  ['content/creator.md', '---\nname: Ada L.\nrole: Planner\nsample: true\n---\n\nI plan.\n'],
  ['content/faq.md', FAQ],
  ['content/faqs/01-which-guide.md', '---\nquestion: Which guide fits?\n---\n\nThe first.\n'],
  [
    'content/faqs/05-bundle-or-single.md',
    '---\nquestion: One guide or the bundle?\n---\n\nOne guide is enough for one child.\n\nThe bundle costs {price:bundle}, so you save {saving}.\n',
  ],
  [
    'content/guides/guide-1.md',
    guide(1, '6–10', 'hue: coral\nart: seed\ntitle: A Seed in the Jar'),
  ],
  ['content/guides/guide-2.md', guide(2, '11–14', 'hue: teal\nart: sprout\ntitle: First Coins')],
  ['content/guides/guide-3.md', guide(3, '15–18', 'hue: plum\nart: tree\ntitle: A Tree')],
  ['content/home.md', HOME],
  ['content/legal/privacy.md', legal('Privacy')],
  ['content/legal/refunds.md', legal('Refunds')],
  ['content/legal/terms.md', legal('Terms')],
  [
    'content/logos/01-library.md',
    '---\nname: Lantern Street Library\nmark: library.svg\nsample: true\n---\n',
  ],
  ['content/logos/library.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'],
  ['content/logos/radio.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'],
  [
    'content/site.md',
    '---\nbrand: Coin School\nsupportEmail: help@coin-school.example\nrefundWindowDays: 14\nclaim:\n  percent: 88\n  text: of adults wish they had learned it.\n---\n',
  ],
  [
    'content/testimonials/01-gum.md',
    '---\nname: Dana R.\ndetail: mother of two\nsample: true\n---\n\nHe put it back.\n',
  ],
]);

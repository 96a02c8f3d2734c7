import { reference } from 'astro:content';
import { z } from 'astro/zod';
import { HUE_NAMES } from '../samples/art/colors.ts';
import { ART_NAMES } from '../samples/art/scenes.ts';
import { count, description, heading, noted, oneOf, text } from '../editor/fields.ts';

/** One line of a conversation: the child's, or yours. */
const line = z
  .strictObject({
    /** What the child says. */
    child: text('what the child says', 'Can I have this?', 160).optional(),
    /** What the parent says. */
    you: text('what you say', 'Is it on our list?', 160).optional(),
  })
  .refine((said) => (said.child === undefined) !== (said.you === undefined), {
    message: 'Each line of a script is said by one person: write either "child" or "you".',
  });

/** One lesson in full, as the PDF prints it. */
const previewLesson = z.strictObject({
  /** The lesson's number in the list "learn". */
  lesson: count('the number of a lesson', 5, 40),
  /** To the parent. */
  read: text('60 to 90 words to the parent', 'The candy is where it is on purpose.', 700),
  /** One thing to do with the child. */
  together: text('one thing to do together', 'Write the list before you leave.', 400),
  /** A conversation in a few short lines. */
  script: z.array(line).min(2).max(8).meta({ what: 'a list of two to eight lines', example: [] }),
});

export const guideSchema = z
  .strictObject({
    /** The product that this page sells: an `id` of content/catalog.json. */
    product: reference('products').meta({
      what: 'an id of content/catalog.json',
      example: 'guide-1',
    }),
    /** The guide's number, which stands in the menu and on the buy button. */
    number: count('a whole number', 1, 9999),
    /** The children's ages as printed, with an en dash: "6–10". */
    ages: noted(z.string().regex(/^\d+–\d+$/), {
      what: 'two ages with an en dash between them',
      example: '6–10',
      mend: (ages) =>
        /^\d+\D+\d+$/.test(String(ages)) ? String(ages).replace(/\D+/, '–') : '6–10',
    }),
    /** The color of the guide's cover and page. */
    hue: oneOf(HUE_NAMES),
    /** The drawing on the cover. */
    art: oneOf(ART_NAMES),
    /** The name on the cover. */
    title: text('a short name of at most 24 characters', 'A Seed in the Jar', 24),
    /** The headline of the guide's page: something a parent would say aloud. */
    tagline: heading('Allowance day, without the argument'),
    /** Two sentences for the card on the home page and for search results. */
    summary: description('Three jars, a few coins and the words to go with them.'),
    /** How many lessons the home page counts. They add up to the bundle's number. */
    lessonsOnHome: count('a number of lessons', 10, 40),
    /** How many lessons the guide's own page counts and lists. */
    lessonsOnGuide: count('a number of lessons', 10, 40),
    /** How many pages the PDF has. */
    pages: count('a number of pages', 15, 400),
    /** How large the PDF is, as parents read it. */
    fileSize: text('a size in a few words', 'about 2MB', 30),
    /** The lessons in order. One line each: what happens in it. */
    learn: z
      .array(
        z.strictObject({
          title: heading('Allowance day'),
          scene: text(
            'what happens in the lesson',
            'How much, how often, and what it is not for.',
            160,
          ),
        }),
      )
      .meta({ what: 'a list of lessons', example: [] }),
    /** Lessons in full, which "look inside" shows. */
    preview: z.array(previewLesson).meta({ what: 'a list of lessons in full', example: [] }),
    /** What comes with the guide, beside the lessons. */
    included: z
      .array(
        z.strictObject({
          title: heading('A savings chart'),
          detail: text('what it is', 'One square a week, with room for a drawing.', 160),
        }),
      )
      .min(1)
      .meta({ what: 'a list of what is included', example: [] }),
    /** What parents of children of this age ask. */
    questions: z
      .array(
        z.strictObject({
          question: text('a question of at most 120 characters', 'How much allowance?', 120),
          answer: text('the answer', 'As much as fits your week.', 700),
        }),
      )
      .meta({ what: 'a list of questions with answers', example: [] }),
    /** The free page of jar labels, on the page of one guide. */
    printable: z
      .strictObject({
        title: heading('Three jar labels to print'),
        text: text('a sentence or two', 'Cut them out, color them in, and tape them on.'),
      })
      .optional(),
  })
  .refine((guide) => guide.learn.length === guide.lessonsOnGuide, {
    path: ['learn'],
    message: 'List as many lessons here as "lessonsOnGuide" says.',
  })
  .superRefine(({ preview }, context) => {
    for (const [index, { lesson }] of preview.entries()) {
      if (preview.findIndex((other) => other.lesson === lesson) === index) continue;
      const message = `Lesson ${lesson} is in "preview" twice.`;
      context.addIssue({ code: 'custom', path: ['preview', index, 'lesson'], message });
    }
  })
  .refine((guide) => guide.preview.every(({ lesson }) => lesson <= guide.learn.length), {
    path: ['preview'],
    message: 'A lesson of "preview" has a number that "learn" does not have.',
  });

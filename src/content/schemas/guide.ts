import { z } from 'astro/zod';
import { HUE_NAMES } from '../hues.ts';
import {
  count,
  description,
  formerAddresses,
  heading,
  list,
  matching,
  oneOf,
  sentences,
  text,
  upTo,
} from './fields.ts';

const AGES = 'Write two ages with a long dash (–) between them, as in 6–10.';
const INSIDE = 'Write a list with one line for each picture, or remove "inside".';
const SCRIPT = 'Write a list of two to eight lines, each with "child" or "you".';

/** One line of a conversation, the child's or the parent's. */
const line = z
  .strictObject({
    /** What the child says. */
    child: upTo(160, 'Can I have this?').optional(),
    /** What the parent says. */
    you: upTo(160, 'Is it on our list?').optional(),
  })
  .refine((said) => (said.child === undefined) !== (said.you === undefined), {
    error: 'Each line has one speaker. Write either "child" or "you".',
  });

/** One lesson in full, as the PDF prints it. */
const previewLesson = z.strictObject({
  /** The lesson's number in the list "learn". */
  lesson: count('Write the number of a lesson from the list "learn", such as 5.', 40),
  /** What the parent reads first, in 60 to 90 words. */
  read: text('Write 60 to 90 words for the parent to read, at most 700 characters.', 700),
  /** One thing to do with the child. */
  together: upTo(400, 'Write the list before you leave.'),
  /** A conversation in two to eight short lines. */
  script: list(line, SCRIPT, 2).max(8, { error: SCRIPT }),
});

const lesson = z.strictObject({
  /** The lesson's name. */
  title: heading('Allowance day'),
  /** What happens in the lesson, in one line. */
  scene: upTo(160, 'How much, and what it isn’t for.'),
});

const extra = z.strictObject({
  /** The name of the item. */
  title: heading('A savings chart'),
  /** A short description. */
  detail: upTo(160, 'One square for each week.'),
});

const question = z.strictObject({
  question: upTo(120, 'How much allowance?'),
  answer: upTo(700, 'As much as fits your budget.'),
});

export const guideSchema = z
  .strictObject({
    /** The product that this page sells: an `id` in content/catalog.json. */
    product: text('Write an id from content/catalog.json, such as guide-1.'),
    /**
     * Addresses that this page had before, oldest first. They redirect here. Default: none.
     */
    formerly: formerAddresses,
    /** The guide's number, shown in the menu and on the buy button. */
    number: count('Write a whole number, such as 1.', 9999),
    /** The children's ages as printed, with an en dash: "6–10". */
    ages: matching(/^\d+–\d+$/, AGES),
    /** The color of the guide's page. */
    hue: oneOf(HUE_NAMES),
    /** The name on the cover. */
    title: text('Write a name of at most 24 characters, such as "A Seed in the Jar".', 24),
    /** The headline of the guide's page: something a parent would say aloud. */
    tagline: heading('Allowance day, without the argument'),
    /** Two sentences for the card on the home page and for search results. */
    summary: description('Three jars, a few coins and the words to go with them.'),
    /**
     * The number of lessons that the home page states for this guide. The bundle's number is the
     * sum of its guides' numbers.
     */
    lessonsOnHome: count('Write a number of lessons, such as 10.', 40),
    /** The number of lessons that the guide's own page states and lists. */
    lessonsOnGuide: count('Write a number of lessons, such as 10.', 40),
    /** How many pages the PDF has. */
    pages: count('Write a number of pages, such as 15.', 400),
    /** The size of the PDF in words, such as "about 2MB". */
    fileSize: text('Write a size in a few words, such as "about 2MB".', 30),
    /** The lessons in order, each with one line about what happens in it. */
    learn: list(lesson, 'Write a list of lessons.'),
    /**
     * What each picture of a page shows, in order: the first line is for inside-1, and so on. The
     * pictures are files in the guide's folder, such as content/guides/guide-1/inside-1.webp.
     * Default: none.
     */
    inside: list(upTo(120, 'Page 2, what is inside'), INSIDE).default([]),
    /** Lessons in full. The guide's page shows them, but only links to the free lesson. */
    preview: list(previewLesson, 'Write a list of lessons in full.'),
    /** The first evening with the guide, on the download page and in the receipt. */
    tonight: z.strictObject({
      /** The number of a lesson in "preview". */
      lesson: count('Write the number of a lesson in "preview", such as 5.', 40),
      /** What to have ready. */
      ready: upTo(120, 'ten quarters and three jars'),
    }),
    /** What comes with the guide besides the lessons. List at least one thing. */
    included: list(extra, 'Write a list of what is included, at least one thing.', 1),
    /** What parents ask about children of this age. */
    questions: list(question, 'Write a list of questions with answers.'),
    /** The free page of jar labels, offered on one guide's page. Default: none. */
    printable: z
      .strictObject({
        title: heading('Three jar labels to print'),
        /** What to do with the labels. */
        text: sentences('Cut them out and tape them on.'),
      })
      .optional(),
  })
  .refine((guide) => guide.learn.length === guide.lessonsOnGuide, {
    path: ['learn'],
    error: 'List as many lessons here as "lessonsOnGuide" says.',
  })
  .refine(({ preview, tonight }) => preview.some((one) => one.lesson === tonight.lesson), {
    path: ['tonight', 'lesson'],
    error: 'The list "preview" has no lesson with this number.',
  })
  .superRefine(({ preview, learn }, context) => {
    for (const [index, { lesson: number }] of preview.entries()) {
      const isTwice = preview.findIndex((other) => other.lesson === number) !== index;
      if (!isTwice && number <= learn.length) continue;
      const message = isTwice
        ? `Lesson ${number} is in "preview" twice. Remove one of them.`
        : 'The list "learn" has no lesson with this number.';
      context.addIssue({ code: 'custom', path: ['preview', index, 'lesson'], message });
    }
  });

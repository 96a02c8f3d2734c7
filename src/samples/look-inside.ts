import { printContents } from './contents.ts';
import type { TaggedPdf } from './document.ts';
import { CONTENTS_PAGE, pageOfLesson, type PrintedGuide } from './edition.ts';
import { printLesson } from './lesson.ts';

/** A page of a guide's PDF to show as a picture. `shows` is read to those who can't see it. */
type ShownPage = {
  readonly name: string;
  readonly shows: string;
  readonly draw: (doc: TaggedPdf) => void;
};

/** The contents, and the first two lessons that the content has in full. */
export const pagesToShow = (guide: PrintedGuide): ShownPage[] => [
  {
    name: 'contents',
    shows: `Page ${CONTENTS_PAGE}: what is inside, all ${guide.learn.length} lessons`,
    draw: (doc) => printContents(doc, guide),
  },
  ...guide.preview
    .slice(0, 2)
    .toSorted((a, b) => a.lesson - b.lesson)
    .map(({ lesson }) => ({
      name: `lesson-${lesson}`,
      shows: `Page ${pageOfLesson(lesson)}: lesson ${lesson}, ${guide.learn[lesson - 1]?.title}`,
      draw: (doc: TaggedPdf) => printLesson(doc, guide, lesson),
    })),
];

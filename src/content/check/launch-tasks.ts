import { COLLECTIONS } from '../collections.ts';
import { useOfPicture } from '../picture-files.ts';
import { checkContent } from './check.ts';
import type { Content } from './read-files.ts';

/** Optional fields with facts that parents look for. */
const RECOMMENDED_FIELDS = [
  { file: COLLECTIONS.site.location, field: 'legalName', what: 'the seller’s name' },
  { file: COLLECTIONS.site.location, field: 'postalAddress', what: 'the seller’s address' },
  { file: COLLECTIONS.creator.location, field: 'about', what: 'two sentences about the planner' },
  { file: COLLECTIONS.creator.location, field: 'license', what: 'the planner’s license' },
] as const;
/** Finds the mark of a sample picture: in a drawing's first tag, or in a photo's metadata. */
const SAMPLE_PICTURE = /^\s*<svg\b[^>]*\bdata-sample="true"|Sample picture/;

/** Lists what the owner should still do in `content/` before the shop opens. */
export function findLaunchTasks(content: Content) {
  const { entries, shop, waiting } = checkContent(content);
  const samples: string[] = [];
  const missing: string[] = [];
  const questions: string[] = [];
  for (const { file, fields } of entries) {
    if (fields['sample'] === true) samples.push(file);
    for (const wanted of RECOMMENDED_FIELDS) {
      if (wanted.file !== file || fields[wanted.field] !== undefined) continue;
      missing.push(`${wanted.what} (${wanted.field} in ${file})`);
    }
  }
  for (const [file, text] of content) {
    if (!useOfPicture(file) || !SAMPLE_PICTURE.test(text)) continue;
    // The list has one line for all page pictures of a guide.
    const named = file.replace(/inside-\d+\.\w+$/, 'inside-*');
    if (!samples.includes(named)) samples.push(named);
  }
  const hasPhoto = [...content.keys()].some(
    (file) => useOfPicture(file) === 'planner' && !samples.includes(file),
  );
  if (!hasPhoto) missing.push('the planner’s photo (content/creator.jpg)');
  const { percent, source } = shop?.site.fields.claim ?? {};
  if (shop && !source) {
    const message = `the figure ${percent}% has no source. Add one in the field "claim > source".`;
    questions.push(`${COLLECTIONS.site.location}: ${message}`);
  }
  for (const { file, fields } of shop?.guides ?? []) {
    const { lessonsOnHome, lessonsOnGuide } = fields;
    if (lessonsOnHome === lessonsOnGuide) continue;
    const message = `the home page says ${lessonsOnHome} lessons, but the guide’s own page says ${lessonsOnGuide}. Correct one of them.`;
    questions.push(`${file}: ${message}`);
  }
  return {
    samples,
    missing,
    questions,
    waiting: [...waiting].map(([page, day]) => `${page}: ${day}`),
  };
}

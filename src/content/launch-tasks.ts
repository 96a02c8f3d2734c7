import { type Content, checkContent } from './check.ts';
import { kinds } from './kinds.ts';

/** Optional fields that parents look for. */
const RECOMMENDED_FIELDS = [
  { file: kinds.site.location, field: 'legalName', what: 'who sells' },
  { file: kinds.site.location, field: 'postalAddress', what: 'where to write to' },
  { file: kinds.creator.location, field: 'about', what: 'two sentences about the planner' },
  { file: kinds.creator.location, field: 'license', what: 'the planner’s license' },
] as const;
const PHOTO = /^content\/creator\.(png|jpe?g|webp)$/;

/** The covers that come with the shop say so in their first tag. */
const SAMPLE_DRAWING = /^\s*<svg\b[^>]*\bdata-sample="true"/;

/** What the owner should still do in `content/` before the shop opens. */
export function findLaunchTasks(content: Content) {
  const { entries, shop } = checkContent(content);
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
    if (SAMPLE_DRAWING.test(text) && file.endsWith('.svg')) samples.push(file);
  }
  if (![...content.keys()].some((file) => PHOTO.test(file))) {
    missing.push('the planner’s photo (content/creator.jpg)');
  }
  const { percent, source } = shop?.site.fields.claim ?? {};
  if (shop && !source) {
    const message = `the ${percent} % has no source. Add it as "claim > source".`;
    questions.push(`${kinds.site.location}: ${message}`);
  }
  for (const { file, fields } of shop?.guides ?? []) {
    const { lessonsOnHome, lessonsOnGuide } = fields;
    if (lessonsOnHome === lessonsOnGuide) continue;
    const message = `the home page says ${lessonsOnHome} lessons, the guide’s own page ${lessonsOnGuide}.`;
    questions.push(`${file}: ${message}`);
  }
  return { samples, missing, questions };
}

import { type Content, check } from './check.ts';
import { kinds } from './kinds.ts';

/** Optional content that parents look for. */
const WANTED = [
  [kinds.site.at, 'legalName', 'who sells'],
  [kinds.site.at, 'postalAddress', 'where to write to'],
  [kinds.creator.at, 'about', 'two sentences about the planner'],
  [kinds.creator.at, 'license', 'the planner’s license'],
] as const;
const PHOTO = /^content\/creator\.(png|jpe?g|webp)$/;

/** What the owner should still do in valid content before the shop opens. */
export function unready(content: Content) {
  const { entries, shop } = check(content);
  const [samples, missing, questions]: [string[], string[], string[]] = [[], [], []];
  for (const { file, fields } of entries) {
    if (fields['sample'] === true) samples.push(file);
    for (const [at, field, what] of WANTED) {
      if (file === at && fields[field] === undefined) missing.push(`${what} (${field} in ${at})`);
    }
  }
  if (![...content.keys()].some((file) => PHOTO.test(file))) {
    missing.push('the planner’s photo (content/creator.jpg)');
  }
  const { percent, source } = shop?.site.fields.claim ?? {};
  if (shop && !source) {
    const says = `the ${percent} % has no source. Add it as "claim > source".`;
    questions.push(`${kinds.site.at}: ${says}`);
  }
  for (const { file, fields } of shop?.guides ?? []) {
    const { lessonsOnHome, lessonsOnGuide } = fields;
    if (lessonsOnHome === lessonsOnGuide) continue;
    const says = `the home page says ${lessonsOnHome} lessons, the guide’s own page ${lessonsOnGuide}.`;
    questions.push(`${file}: ${says}`);
  }
  return { samples, missing, questions };
}

import { inWords, type Facts, listed, mended, type Slip, slipsIn } from '../content/fill.ts';
import { asLine } from './correct.ts';
import { type Finding, fieldName } from './finding.ts';
import type { Source } from './source.ts';

type Text = { path: readonly PropertyKey[]; text: string };

function textsIn(value: unknown, path: readonly PropertyKey[] = []): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

function finding(line: number, where: string, slip: Slip, facts: Facts, fixed: string): Finding {
  const says = `${where}: ${inWords(slip)}`;
  if (Object.keys(facts).length === 0) {
    return { line, says, tip: 'Placeholders are not filled in here: write the words themselves.' };
  }
  return slip.meant
    ? { line, says, tip: `If you meant ${slip.meant}, write:`, fixed }
    : { line, says, tip: `Take it out. ${listed(facts)}` };
}

/** What stands in braces in a file and is no placeholder. Without facts none may stand there. */
export function wrongPlaceholders(source: Source, facts: Facts): Finding[] {
  const inFields = textsIn(source.data).flatMap(({ path, text }) => {
    const line = source.lineOf(path);
    const key = String(path.findLast((part) => typeof part === 'string') ?? '');
    return slipsIn(text, facts).map((slip) => {
      const fixed = asLine(source, line, key, mended(text, facts));
      return finding(line, fieldName(path), slip, facts, fixed);
    });
  });
  const inBody = source.body.split('\n').flatMap((text, index) =>
    slipsIn(text, facts).map((slip) => {
      const where = 'In the text below the fields';
      return finding(source.bodyLine + index, where, slip, facts, mended(text, facts));
    }),
  );
  return [...inFields, ...inBody];
}

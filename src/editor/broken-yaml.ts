import { parseDocument, stringify } from 'yaml';
import type { Finding } from './finding.ts';

/** What the parser stopped at, with its line among `lines`, from 0. */
export type Stop = { code: string; at: number };

type Cure = (lines: readonly string[], at: number) => readonly { line: string; says: string }[];

const FIELD = /^(?<indent> *)(?<dash>- +)?(?<key>\w+):(?: +(?<value>.*\S))?\s*$/;

const QUOTES = 'The value of this line needs straight quotes around it';

const spaces = (count: number): string =>
  count === 0 ? 'no space' : count === 1 ? 'one space' : `${count} spaces`;

const isReadable = (lines: readonly string[]): boolean => {
  const { errors, warnings } = parseDocument(lines.join('\n'), { prettyErrors: false });
  return errors.length + warnings.length === 0;
};

/** `key: "value"`, quoted whether it needs it or not. */
const quotedLine = (key: string, value: string): string =>
  stringify({ [key]: value }, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' })
    .replace(/^"(\w+)"/, '$1')
    .trimEnd();

/** A value without the quotes around it; quotes within it are curled, and one without its partner goes. */
function bare(value: string): string {
  const [, mark, inner = ''] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (mark === "'" || (mark && !inner.includes('"'))) return inner;
  return value.replaceAll(/"([^"]*)"/g, '“$1”').replace(/^["']|["']$/, '');
}

/** A value that needs quotes. */
const quote: Cure = (lines, at) => {
  const { indent = '', dash = '', key, value } = FIELD.exec(lines[at] ?? '')?.groups ?? {};
  if (!key || !value) return [];
  const text = bare(value);
  const says = QUOTES + (/[“”"]/.test(text) ? ', and curly quotes within it.' : '.');
  return [{ line: indent + dash + quotedLine(key, text), says }];
};

/** A colon that is missing, or has no space after it. */
const colon: Cure = (lines, at) => {
  const [, name, value] = /^( *(?:- +)?\w+)(?::| +)(\S.*)$/.exec(lines[at] ?? '') ?? [];
  if (!name || !value || name.trim() === '-') return [];
  const says = 'After the name of a field come a colon and a space.';
  return [{ line: `${name}: ${value}`, says }];
};

/** As far in as one of the lines above it, the nearest first. */
const indent: Cure = (lines, at) => {
  const line = lines[at] ?? '';
  const { indent: now, dash } = FIELD.exec(line)?.groups ?? {};
  if (now === undefined) return [];
  const columns = lines.slice(0, at).flatMap((above) => {
    const { indent: before, dash: mark = '' } = FIELD.exec(above)?.groups ?? {};
    if (before === undefined) return [];
    // A field lines up with fields, a hyphen with hyphens.
    return dash ? (mark ? [before.length] : []) : [before.length + mark.length];
  });
  return [...new Set(columns.toReversed())].map((column) => ({
    line: ' '.repeat(column) + line.trimStart(),
    says: `This line begins with ${spaces(now.length)}, but it should begin with ${spaces(column)}, so that it stands under those it belongs to.`,
  }));
};

const CURES = [quote, colon, indent];

/** The first change of one line after which the fields can be read. */
function cured(lines: readonly string[], stop: Stop): Finding | null {
  const order = [...lines.keys()].toSorted(
    (a, b) => Math.abs(a - stop.at) - Math.abs(b - stop.at) || a - b,
  );
  for (const cure of CURES) {
    for (const at of order) {
      for (const { line, says } of cure(lines, at)) {
        if (isReadable(lines.with(at, line))) return { line: at, says, fixed: line };
      }
    }
  }
  return null;
}

function tabbed(lines: readonly string[]): Finding | null {
  const at = lines.findIndex((line) => /^ *\t/.test(line));
  if (at < 0) return null;
  const fixed = lines[at]?.replace(/^[ \t]+/, (start) => start.replaceAll('\t', '  '));
  const says = 'This line begins with a tab. Only spaces may stand before a field: two for a tab.';
  return { line: at, says, fixed };
}

function doubled(lines: readonly string[], at: number): Finding | null {
  const { indent: before = '', dash = '', key } = FIELD.exec(lines[at] ?? '')?.groups ?? {};
  const column = before.length + dash.length;
  const first = lines.slice(0, at).findLastIndex((line) => {
    const above = FIELD.exec(line)?.groups ?? {};
    return above.key === key && (above.indent + (above.dash ?? '')).length === column;
  });
  if (!key || first < 0) return null;
  // The opening hyphens are the file's first line.
  const says = `The field "${key}" is there twice, on line ${first + 2} and on line ${at + 2}.`;
  return { line: at, says, tip: 'Take one of the two lines out.' };
}

/** The text that should stand below the fields is among them. */
function unclosed(lines: readonly string[]): Finding | null {
  const end = lines.findIndex((line) => line.trim() === '');
  if (end < 1 || !isReadable(lines.slice(0, end))) return null;
  return { line: end - 1, ...closing(lines[end - 1] ?? '') };
}

/** What is said where the fields have no end. */
export const closing = (last: string): Finding => ({
  says: 'The three hyphens that close the fields are missing: a line with nothing but --- after the last field, before the text.',
  fixed: `${last}\n---`,
});

/** A value that is read, but not as it was meant: it needs quotes. Lines from 0. */
export function misread(lines: readonly string[]): Finding | null {
  for (const [at, line] of lines.entries()) {
    const { indent: before = '', dash = '', key, value = '' } = FIELD.exec(line)?.groups ?? {};
    if (!key) continue;
    const fixed = before + dash + quotedLine(key, value);
    const isBracketed = /^[{[]/.test(value) && value !== '[]';
    if (isBracketed)
      return { line: at, says: `${QUOTES}, since it begins with ${value[0]}.`, fixed };
    const isCut = /(^|\s)#/.test(value) && !/^["'|>]/.test(value);
    if (isCut) return { line: at, says: `${QUOTES}, or what follows # is not printed.`, fixed };
  }
  return null;
}

/** Why fields cannot be read, and the line that cures it where one does. Lines from 0. */
export function explainYaml(lines: readonly string[], { code, at }: Stop): Finding {
  const doubles = code === 'DUPLICATE_KEY' ? doubled(lines, at) : null;
  return (
    tabbed(lines) ??
    doubles ??
    cured(lines, { code, at }) ??
    unclosed(lines) ?? {
      line: at,
      says: `From about here the fields cannot be read: ${lines[at]?.trim() ?? ''}`,
      tip: 'A field is a name, a colon, a space and a value on one line. Compare with another file of the folder.',
    }
  );
}

import { styleText } from 'node:util';
import type { Check } from '#contract/health.ts';
import { countOf } from '../../count-of.ts';

type Color = Parameters<typeof styleText>[0];
const SIGNS: Readonly<Record<Check['state'], readonly [sign: string, color: Color]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  fault: ['✗', 'red'],
};

const utc = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const linesOf = ({ about, state, says, next, ms, moments }: Check): string[] => {
  const [sign, color] = SIGNS[state];
  const took = ms === null ? '' : ` (${ms} ms)`;
  return [
    `  ${styleText(color, sign)} ${about}: ${says}${took}`,
    ...moments.map(({ at, says: what }) => `      ${utc(at)}: ${what}`),
    ...(next === null ? [] : [`    → ${next}`]),
  ];
};

/** For a terminal: a heading with a line for each check, and what to do below it. */
export const printGroup = (title: string, checks: readonly Check[]): void => {
  if (checks.length === 0) return;
  console.log([`\n${styleText('bold', title)}`, ...checks.flatMap(linesOf)].join('\n'));
};

export const printSum = (checks: readonly Check[]): void => {
  const faults = checks.filter(({ state }) => state === 'fault').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (faults + warnings === 0) return console.log('\nAll is well.');
  const next = faults > 0 ? ' Mend the faults, and run this again.' : '';
  console.log(`\n${countOf(faults, 'fault')}, ${countOf(warnings, 'warning')}.${next}`);
};

import { readHealth } from '../../api/health.ts';
import type { Check } from '../../contract/health.ts';
import { asOwner } from '../session/session.ts';

export const health = { queryKey: ['health'], queryFn: () => asOwner(readHealth) };

const ORDER: readonly Check['state'][] = ['fault', 'warning', 'ok'];

/** What must be mended first; else as the shop tells it. */
export const byUrgency = (checks: readonly Check[]): Check[] =>
  checks.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));

const count = (n: number, one: string, more: string): string => (n === 1 ? one : `${n} ${more}`);

/** The report in a sentence. */
export function sumUp(checks: readonly Check[]): string {
  const faults = checks.filter(({ state }) => state === 'fault').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (faults > 0) return `${count(faults, 'One thing has', 'things have')} to be mended.`;
  if (warnings > 0)
    return `The shop works. ${count(warnings, 'One thing is', 'things are')} worth a look.`;
  return 'All is well.';
}

/** Words and the addresses among them, in turn. */
export const splitAddresses = (text: string): string[] =>
  text.split(/(https:\/\/[\w./-]*[\w/]|\/admin-\w+)/);

import * as fc from 'fast-check';
import { weighted } from '../model/weighted.ts';
import { BEND_NAMES } from './text.ts';

/** Who is on the stage, those with a right more often than those without; see stage.ts. */
const SESSIONS = ['anna', 'anna', 'ben', 'ben', 'ben', 'cleo', 'dora', 'emil', 'fay', 'nobody'];
const RIGHT_TICKETS = ['anna', 'ben'];
const WRONG_TICKETS = ['dora', 'expired', 'forged', 'crossed'];
const TICKETS = [...RIGHT_TICKETS, ...RIGHT_TICKETS, ...WRONG_TICKETS];

const reference = (kind: string, names: readonly string[]) =>
  fc.constantFrom(...names).map((name) => `<<${kind} ${name}>>`);

/** A bit flipped is what shows whether a seal is looked at. */
const BENDS = [...BEND_NAMES, ...BEND_NAMES.map(() => 'flip')];

const bent = (kind: string, names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...BENDS), fc.nat(5000))
    .map(([name, bend, n]) => `<<${kind} ${name} ${bend} ${n}>>`);

/** Real, or nearly. */
const held = (kind: string, names: readonly string[]) =>
  weighted([1, reference(kind, names)], [1, bent(kind, names)]);

export const session = held('session', SESSIONS);
export const ticket = held('ticket', TICKETS);

/** Not altered within: only Stripe can sign, and is asked to send again what cannot be handled. */
export const event = weighted(
  [4, fc.nat(99).map((n) => `<<event ${n}>>`)],
  [
    1,
    fc
      .tuple(fc.nat(99), fc.constantFrom('cut', 'twice'), fc.nat(5000))
      .map(([n, bend, at]) => `<<event ${n} ${bend} ${at}>>`),
  ],
);
export const signature = weighted(
  [3, fc.constant('<<signature right>>')],
  [2, held('signature', ['right', 'foreign', 'old', 'future', 'elsewhere', 'unversioned'])],
);

/** Names that mean something to somebody: JavaScript, a file system, a database, a template. */
const LOADED = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'C:\\secret.pdf',
  '/proc/self/environ',
  'guide.pdf\u0000.html',
  '.env',
  'CON',
  'a\r\nSet-Cookie: x=1',
  '"; filename="x.html',
  '<script>alert(1)</script>',
  '${process.env.STRIPE_SECRET_KEY}',
  '{{constructor}}',
  "' OR 1=1 --",
  'order:dev:*',
  'NaN',
  'null',
  'undefined',
  '%00',
  '%E0%80%80',
  '%zz',
  '\ufeff',
  '\u202egnp.exe',
  '\ud800',
  'ﬁ',
  '💰'.repeat(50),
];

export const oddText = weighted(
  [4, fc.constantFrom(...LOADED)],
  [2, fc.string({ unit: 'binary', maxLength: 30 })],
  [1, fc.string({ maxLength: 300 })],
  [1, fc.constantFrom(64, 255, 256, 5000).map((n) => 'a'.repeat(n))],
  [1, session],
  [1, ticket],
);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1e308, -1e-7, 2 ** 53, 2 ** 31),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

export const oddJson = weighted(
  [5, oddText],
  [2, oddNumber],
  [1, fc.constantFrom(null, true, false, [], {}, [[]])],
  [1, fc.array(oddText, { maxLength: 3 })],
  [1, fc.dictionary(oddText, oddNumber, { maxKeys: 3 })],
  [1, fc.jsonValue({ maxDepth: 4 })],
);

/** What a `Headers` takes: Latin-1 without control characters. */
export const headerText = (value: string): string =>
  value.replace(/[^\t\x20-\x7e\u0080-\u00ff]/g, '?').trim();

export const oddHeaderValue = weighted(
  [4, oddText.map(headerText)],
  [1, fc.string({ unit: 'binary', maxLength: 60 }).map(headerText)],
  [1, fc.constantFrom(9_000, 70_000).map((n) => 'b'.repeat(n))],
);

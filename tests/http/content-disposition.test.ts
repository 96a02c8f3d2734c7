import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from '../../netlify/http/content-disposition.ts';

/** The grammar of RFC 6266 section 4.1, for the two parameters and in the order that the shop sends. */
const HEADER =
  /^attachment; filename="(?<plain>(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*)"; filename\*=UTF-8''(?<exact>(?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+)$/;

/** As a browser reads it: the exact name where it is there, UTF-8 that is not well-formed refused. */
const parse = (header: string): { plain: string; exact: string } => {
  const { plain, exact = '' } = HEADER.exec(header)?.groups ?? {};
  if (plain === undefined) throw new Error(`not a Content-Disposition: ${JSON.stringify(header)}`);
  const bytes = exact.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return { plain, exact: decoder.decode(Buffer.from(bytes, 'latin1')) };
};

/** Beside plain controls and separators: what turns text around, joins it, or is half a character. */
const NASTY = [
  ...'\0\t\n\x7f\x85"\'\\/%;=*?:<>|. ä日\u00a0\u2028\ufeff\u200b\u202e\u2066',
  '\r\n',
  '\ud800',
  '\udc00',
  '👨‍👩‍👧',
  '..',
  '../',
  '%41',
  '.pdf',
  'Set-Cookie: a=b',
];

/** Strings of all characters, and of those that have broken headers and disks before. */
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({ unit: fc.constantFrom(...NASTY), maxLength: 120 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 })
    .map((units) => String.fromCharCode(...units)),
);

test('any file name at all makes a header of one line that names a safe file', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const header = contentDisposition(name);
      expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(
        header,
      );
      const { plain, exact } = parse(header);
      for (const given of [plain, exact]) {
        expect(given).not.toMatch(/[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]/u);
        expect(given).not.toMatch(/^[\s.]|[\s.]$/u);
        expect(given).not.toBe('');
      }
      expect(Buffer.byteLength(exact)).toBeLessThanOrEqual(200);
    }),
    { numRuns: 2000 },
  );
});

test('a name that is safe comes through as it is', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9äöß日本€][\w äöß日本€'()%-]{0,30}[\wé]\.pdf$/),
      (name) => {
        expect(parse(contentDisposition(name)).exact).toBe(name);
      },
    ),
  );
});

test.each([
  ['Guide.pdf', 'Guide.pdf', 'Guide.pdf'],
  [
    'Gäste "1"\r\nSet-Cookie: a=b.pdf',
    'G_ste _1___Set-Cookie_ a=b.pdf',
    'Gäste _1___Set-Cookie_ a=b.pdf',
  ],
  ['../../etc/passwd', '_.._etc_passwd', '_.._etc_passwd'],
  ['\u202efdp.exe', '_fdp.exe', '_fdp.exe'],
  ['half a pair \ud800.pdf', 'half a pair _.pdf', 'half a pair _.pdf'],
  ['100%41.pdf', '100_41.pdf', '100%41.pdf'],
  ['...', 'download', 'download'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`, `${'x'.repeat(196)}.pdf`],
  [`${'€'.repeat(100)}.pdf`, `${'_'.repeat(65)}.pdf`, `${'€'.repeat(65)}.pdf`],
])('%j is named %j, or exactly %j', (name, plain, exact) => {
  expect(parse(contentDisposition(name))).toEqual({ plain, exact });
});

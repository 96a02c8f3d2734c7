import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../src/pdf/inspect.ts';
import { BAD_FILES } from '../guides/bad-files.ts';
import { ONE_PAGE, objectStream, packed, pdfWriter, rawPdf } from '../guides/raw-pdf.ts';

const codeOf = async (bytes: Uint8Array): Promise<string> => {
  const inspection = await inspectPdf(bytes);
  return 'refusal' in inspection ? inspection.refusal.code : 'fine';
};

test.each(BAD_FILES)('$what is refused with its reason', async ({ bytes, code, says }) => {
  const inspection = await inspectPdf(await bytes());
  expect(inspection).toEqual({ refusal: { code, reason: expect.stringMatching(says) } });
});

const SCRIPT = '<< /S /JavaScript /JS (x) >>';
const HIDDEN = `5 0 obj\n${SCRIPT} endobj`;
const ADDRESS = '<< /S /URI /URI (https://x.example) >>';

/** Every object in its place, and after them whatever a test adds; ONE_PAGE comes first. */
const begin = () => {
  const pdf = pdfWriter();
  const offsets = ONE_PAGE.map((object, index) => pdf.object(index + 1, object));
  return { pdf, offsets };
};

describe('what hides an object from the check', () => {
  test.each([
    ['in a stream', { dict: '', data: Buffer.from(HIDDEN) }],
    [
      'in a stream that says that it is packed',
      { dict: '/Filter /Foo', data: Buffer.from(HIDDEN) },
    ],
    ['in a word', `(${HIDDEN})`],
    ['in a comment', `% ${HIDDEN.replace('\n', ' ')}\nnull`],
    ['in a name', `/A#20 % 5 0\nobj\nnull`],
    ['behind many blanks', { dict: '', data: Buffer.from(`5 0${' '.repeat(99)}obj`) }],
    ['behind the end of an object', { dict: '', data: Buffer.from('endobj') }],
    ['behind another end of its stream', { dict: '', data: Buffer.from('x\nendstream\nx') }],
    ['with a trailer of its own', { dict: '', data: Buffer.from('trailer\n<< >>') }],
    ['with a cross-reference of its own', { dict: '', data: Buffer.from('startxref 9') }],
  ])('%s is refused', async (_where, hiding) => {
    expect(await codeOf(rawPdf([...ONE_PAGE, hiding]))).toBe('pdf_broken');
  });

  test.each([
    ['a length that is too short', '<< /Length 1 >>\nstream\nabcdef\nendstream'],
    ['a length that misses a byte', '<< /Length 5 >>\nstream\nabcdef\nendstream'],
    ['a length that is too long', '<< /Length 99 >>\nstream\nabcdef\nendstream'],
    ['a length that is nowhere', '<< /Length 9 0 R >>\nstream\nabcdef\nendstream'],
    ['a stream that begins in two ways', '<< /Length 6 >>\nstream\rabcdef\nendstream'],
    ['two values under one key', '<< /S /Launch /S /URI >>'],
    ['a reference in place of an object', '3 0 R'],
    ['a generation', '<< /A 3 1 R >>'],
  ])('%s is refused', async (_what, object) => {
    expect(await codeOf(rawPdf([...ONE_PAGE, object]))).toBe('pdf_broken');
  });

  test.each(['S', 'Subtype', 'Type'])('a name elsewhere under /%s is refused', async (key) => {
    for (const value of ['/Launch', '(Launch)']) {
      const bytes = rawPdf([...ONE_PAGE, `<< /${key} 5 0 R >>`, value]);
      expect(await codeOf(bytes)).toBe('pdf_broken');
      expect(await codeOf(rawPdf([...ONE_PAGE, `<< /${key} (Launch) >>`]))).toBe('pdf_broken');
    }
  });

  test('a glyph may be called S', async () => {
    const font = '<< /Type /Font /Subtype /Type3 /CharProcs << /S 5 0 R >> >>';
    expect(await codeOf(rawPdf([...ONE_PAGE, font, packed('q Q')]))).toBe('fine');
  });

  test.each(['[3 0 R /Fit]', '4 0 R'])('%s is a place to begin at', async (place) => {
    const [, ...others] = ONE_PAGE;
    const catalog = `<< /Type /Catalog /Pages 2 0 R /OpenAction ${place} >>`;
    const action = '<< /S /GoTo /D [3 0 R /Fit] >>';
    expect(await codeOf(rawPdf([catalog, ...others, action, ADDRESS]))).toBe('fine');
  });
});

describe('a table', () => {
  test.each([
    ['nothing', 3],
    ['another object', null],
  ])('that leads to %s is refused', async (_what, offset) => {
    const { pdf, offsets } = begin();
    const wrong = [0, ...offsets, offset ?? offsets[0] ?? 0];
    expect(await codeOf(pdf.end(pdf.table(0, wrong, '/Root 1 0 R')))).toBe('pdf_broken');
  });

  test('that leads nowhere at all is refused, so that no reader builds its own', async () => {
    const { pdf, offsets } = begin();
    const wrong = [0, ...offsets.map((at) => at + 1)];
    expect(await codeOf(pdf.end(pdf.table(0, wrong, '/Root 1 0 R')))).toBe('pdf_broken');
  });

  test.each([
    ['that leads back to itself', (at: number) => at],
    ['whose older one is nowhere', () => 3],
  ])('%s is refused', async (_what, previous) => {
    const { pdf, offsets } = begin();
    const at = pdf.put('');
    const table = pdf.table(0, [0, ...offsets], `/Root 1 0 R /Prev ${previous(at)}`);
    expect(await codeOf(pdf.end(table))).toBe('pdf_broken');
  });

  test('that no other leads to is refused', async () => {
    const { pdf, offsets } = begin();
    pdf.table(0, [0, ...offsets], '/Root 1 0 R');
    const table = pdf.table(0, [0, ...offsets], '/Root 1 0 R');
    expect(await codeOf(pdf.end(table))).toBe('pdf_broken');
  });

  test('of lines that are too short is refused', async () => {
    const { pdf, offsets } = begin();
    const lines = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n\n`).join('');
    const table = pdf.put(`xref\n1 3\n${lines}trailer\n<< /Root 1 0 R >>\n`);
    expect(await codeOf(pdf.end(table))).toBe('pdf_broken');
  });
});

describe('two objects with one number', () => {
  const TWO = '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>';

  test.each([
    ['the last is meant', true, { findings: expect.objectContaining({ pages: 2 }) }],
    ['the first is meant', false, { refusal: expect.objectContaining({ code: 'pdf_broken' }) }],
  ])('in one revision: %s', async (_which, isLast, expected) => {
    const { pdf, offsets } = begin();
    const at = pdf.object(2, TWO);
    const [catalog = 0, pages = 0, page = 0] = offsets;
    const claimed = [0, catalog, isLast ? at : pages, page];
    expect(await inspectPdf(pdf.end(pdf.table(0, claimed, '/Root 1 0 R')))).toEqual(expected);
  });

  test.each([
    ['the newer is meant', true, { findings: expect.objectContaining({ pages: 2 }) }],
    ['the older is meant', false, { refusal: expect.objectContaining({ code: 'pdf_broken' }) }],
  ])('in two revisions: %s', async (_which, isNewer, expected) => {
    const { pdf, offsets } = begin();
    const older = pdf.table(0, [0, ...offsets], '/Root 1 0 R');
    const at = pdf.object(2, TWO);
    const claimed = isNewer ? at : (offsets[1] ?? 0);
    const newer = pdf.table(2, [claimed], `/Root 1 0 R /Prev ${older}`);
    expect(await inspectPdf(pdf.end(newer))).toEqual(expected);
  });
});

const lineTo = (offset: number): number[] => [1, offset >> 8, offset & 255, 0];

/** A cross-reference as a stream, of lines of so many bytes. */
const inStream = (
  lines: readonly (readonly number[])[],
  entries = '/W [1 2 1]',
  pack: ReturnType<typeof packed> = objectStream(new Map([[9, ADDRESS]])),
) => {
  const { pdf, offsets } = begin();
  const own = [...offsets, pdf.object(4, pack)].map(lineTo);
  const data = Uint8Array.from([0, 0, 0, 0, ...own.flat(), ...lines.flat()]);
  const index = `/Index [0 5 9 ${lines.length}]`;
  const dict = `/Type /XRef /Size 10 /Root 1 0 R ${index} ${entries}`;
  return pdf.end(pdf.object(8, { dict, data }));
};

describe('a cross-reference that is a stream', () => {
  test('leads to packed objects', async () => {
    expect(await codeOf(inStream([[2, 0, 4, 0]]))).toBe('fine');
  });

  test('with a script among the packed ones is refused', async () => {
    const pack = objectStream(new Map([[9, SCRIPT]]));
    expect(await codeOf(inStream([[2, 0, 4, 0]], '/W [1 2 1]', pack))).toBe('pdf_active_content');
  });

  test('with a stream that does not say that it packs objects is refused', async () => {
    const pack = objectStream(new Map([[9, SCRIPT]]));
    const hidden = { ...pack, dict: pack.dict.replace('/Type /ObjStm', '') };
    expect(await codeOf(inStream([[2, 0, 4, 0]], '/W [1 2 1]', hidden))).toBe('pdf_broken');
  });

  test.each([
    ['another place in the stream', [2, 0, 4, 1]],
    ['another stream', [2, 0, 3, 0]],
    ['a generation', [1, 0, 16, 1]],
    ['what is unknown', [7, 0, 4, 0]],
  ])('that leads to %s is refused', async (_what, line) => {
    expect(await codeOf(inStream([line]))).toBe('pdf_broken');
  });

  test.each(['/W [0 0 0]', '/W [1 9 1]', '/W [1 2]', '/W [1 2 3 0 R]', '/W [1 2 1] /Prev 3 0 R'])(
    'with %s is refused',
    async (entries) => {
      expect(await codeOf(inStream([[2, 0, 4, 0]], entries))).toBe('pdf_broken');
    },
  );

  test.each([
    ['60 of 400,000 lines', '/W [0 1 0]', 60, 400_000],
    ['60 that say how many', '/W [0 1 0] /Index [0 400000]', 60, 400_000],
    ['one that says far too many', '/W [0 1 0] /Index [0 9000000000]', 1, 9],
  ])('is refused before it takes memory: %s', async (_what, entries, count, lines) => {
    const { pdf } = begin();
    const dict = `/Type /XRef /Size 9 /Root 1 0 R ${entries}`;
    const stream = packed(Buffer.alloc(lines), dict);
    let newest = 0;
    for (let n = 0; n < count; n += 1) newest = pdf.object(10 + n, stream);
    const before = process.memoryUsage().heapUsed;
    expect(await codeOf(pdf.end(newest))).toMatch(/^pdf_(too_dense|broken)$/);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
  });
});

test.each([
  ['200 tables', 'xref\n0 0\ntrailer\n<< >>\n'.repeat(200)],
  ['a table of 9,000,000,000 lines', 'xref\n0 9000000000\n'],
  ['250,000 sections of a table', `xref\n${'0 1\n0000000000 65535 f \n'.repeat(250_000)}`],
])('%s are too many', async (_what, text) => {
  const { pdf, offsets } = begin();
  pdf.put(text);
  expect(await codeOf(pdf.end(pdf.table(0, [0, ...offsets], '/Root 1 0 R')))).toBe('pdf_too_dense');
});

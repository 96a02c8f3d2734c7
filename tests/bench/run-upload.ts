import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inspectPdf } from '../../src/pdf/inspect.ts';
import { ONE_PAGE, type RawObject, pdfWriter, rawPdf } from '../guides/raw-pdf.ts';
import { inMebibytes, printTable } from './figures.ts';

/**
 * `npm run bench -- upload`: how long the check of a PDF takes, and how much memory beside the file itself.
 * Each file is checked in a process of its own; the first line only reads one.
 */
const MEBIBYTE = 1024 * 1024;
const FILE_BYTES = 17 * MEBIBYTE;

const picture = (bytes: number): RawObject => ({
  dict: '/Subtype /Image /Width 1000 /Height 1000 /Filter /FlateDecode',
  data: deflateSync(randomBytes(bytes), { level: 1 }),
});

/** Text and pictures, as a guide has them. */
const ordinary = (): Uint8Array =>
  rawPdf([
    ...ONE_PAGE,
    ...Array.from({ length: 200 }, () => ({
      dict: '/Filter /FlateDecode',
      data: deflateSync(Buffer.from('(Counting coins) Tj 0 -14 Td '.repeat(2000))),
    })),
    ...Array.from({ length: 17 }, () => picture(0.97 * MEBIBYTE)),
  ]);

const nothing = deflateSync(Buffer.alloc(100 * MEBIBYTE), { level: 9 });

/** What it would unpack to, were it let. */
const BOMB_STREAMS = Math.floor(FILE_BYTES / nothing.byteLength);
const bomb = (): Uint8Array =>
  rawPdf([
    ...ONE_PAGE,
    ...Array.from({ length: BOMB_STREAMS }, () => ({
      dict: '/Filter /FlateDecode',
      data: nothing,
    })),
  ]);

/** 60 cross-references of 400,000 lines each, in 32 KB. */
const crossReferences = (): Uint8Array => {
  const pdf = pdfWriter();
  const dict = '/Type /XRef /W [0 1 0] /Index [0 400000] /Filter /FlateDecode';
  const data = deflateSync(Buffer.alloc(400_000));
  const offsets = Array.from({ length: 60 }, (_, n) => pdf.object(n + 1, { dict, data }));
  return pdf.end(offsets.at(-1) ?? 0);
};

const objects = (): Uint8Array =>
  rawPdf([...ONE_PAGE, ...Array<RawObject>(99_000).fill('<< /Type /X /A [1 2 3] /B (words) >>')]);

const FILES: readonly (readonly [name: string, holds: string, make: () => Uint8Array])[] = [
  ['only read', '-', ordinary],
  ['ordinary', '29', ordinary],
  ['bomb of many streams', String(BOMB_STREAMS * 100), bomb],
  ['cross-references', '23', crossReferences],
  ['99,000 objects', '-', objects],
];

const measure = async (file: string, isRead: boolean) => {
  const bytes = new Uint8Array(await readFile(file));
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const started = performance.now();
  const inspection = isRead ? null : await inspectPdf(bytes);
  const ms = performance.now() - started;
  clearInterval(look);
  peak = Math.max(peak, process.memoryUsage.rss());
  const says = inspection && ('refusal' in inspection ? inspection.refusal.code : 'fine');
  process.send?.({ size: bytes.byteLength, ms, grown: peak - before, says: says ?? '-' });
};

const run = async (): Promise<void> => {
  const rows = [['file', 'MiB', 'unpacked MiB', 'ms', 'RSS grown MiB', 'answer']];
  const file = path.join(tmpdir(), `bench-upload-${process.pid}.pdf`);
  for (const [name, holds, make] of FILES) {
    await writeFile(file, make());
    const child = fork(import.meta.filename, [file, name === 'only read' ? 'read' : 'check']);
    const [{ size, ms, grown, says }] = await once(child, 'message');
    rows.push([name, inMebibytes(size), holds, ms.toFixed(0), inMebibytes(grown), says]);
  }
  await rm(file, { force: true });
  printTable(rows);
};

const [, , file, what] = process.argv;
await (file === undefined ? run() : measure(file, what === 'read'));

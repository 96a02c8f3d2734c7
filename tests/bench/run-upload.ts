import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { checkPdf } from '../../netlify/guides/check-pdf.ts';
import { BOMBS, type BadFile } from '../guides/bad-files.ts';
import { type RawObject, rawPdf, withPage } from '../guides/raw-pdf.ts';
import { inMebibytes, printTable } from './figures.ts';

/**
 * `npm run bench -- upload`: how long the check of a PDF takes, and how much memory beside the file itself.
 * Each file is checked in a process of its own; the first line only reads one.
 */
const MEBIBYTE = 1024 * 1024;

/** Each fills a page, at 180 dpi. */
const picture = (bytes: number): RawObject => ({
  dict: '/Subtype /Image /Width 1000 /Height 1000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
  data: deflateSync(randomBytes(bytes), { level: 1 }),
});

/** Text and pictures on one page, as a guide has them on many. */
const ordinary = (): Uint8Array<ArrayBuffer> => {
  const pictures = Array.from({ length: 17 }, () => picture(0.97 * MEBIBYTE));
  const names = pictures.map((_, n) => `/P${n} ${n + 5} 0 R`).join(' ');
  const text = 'BT /F 9 Tf (Counting coins) Tj 0 -14 Td ET '.repeat(20_000);
  const drawn = pictures.map((_, n) => `q 612 0 0 792 0 0 cm /P${n} Do Q`).join(' ');
  const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
  const page = `/Resources << ${font} /XObject << ${names} >> >> /Contents 4 0 R`;
  const contents = { dict: '/Filter /FlateDecode', data: deflateSync(text + drawn) };
  return rawPdf(withPage(page, contents, ...pictures));
};

const FILES: readonly (readonly [name: string, make: BadFile['bytes']])[] = [
  ['only read', ordinary],
  ['ordinary', ordinary],
  ...BOMBS.map(({ what, bytes }) => [what, bytes] as const),
];

const measure = async (file: string, isRead: boolean) => {
  const bytes = new Uint8Array(await readFile(file));
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const started = performance.now();
  const inspection = isRead ? null : await checkPdf(bytes);
  const ms = performance.now() - started;
  clearInterval(look);
  peak = Math.max(peak, process.memoryUsage.rss());
  const says = inspection && ('refusal' in inspection ? inspection.refusal.code : 'fine');
  process.send?.({ size: bytes.byteLength, ms, grown: peak - before, says: says ?? '-' });
};

const run = async (): Promise<void> => {
  const rows = [['file', 'MiB', 'ms', 'RSS grown MiB', 'answer']];
  const file = path.join(tmpdir(), `bench-upload-${process.pid}.pdf`);
  for (const [name, make] of FILES) {
    await writeFile(file, await make());
    const child = fork(import.meta.filename, [file, name === 'only read' ? 'read' : 'check']);
    const [{ size, ms, grown, says }] = await once(child, 'message');
    rows.push([name, inMebibytes(size), ms.toFixed(0), inMebibytes(grown), says]);
  }
  await rm(file, { force: true });
  printTable(rows);
};

const [, , file, what] = process.argv;
await (file === undefined ? run() : measure(file, what === 'read'));

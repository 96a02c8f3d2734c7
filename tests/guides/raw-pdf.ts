import { deflateSync } from 'node:zlib';

type Stream = { readonly dict: string; readonly data: Uint8Array };
export type RawObject = string | Stream;

const CATALOG = '<< /Type /Catalog /Pages 2 0 R';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]';

/** A page tree of one page: the objects 1 to 3 of any file below. */
export const ONE_PAGE = [
  `${CATALOG} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `${PAGE} >>`,
] as const;

export const withPage = (entries: string, ...more: RawObject[]): RawObject[] => [
  ...ONE_PAGE.slice(0, 2),
  `${PAGE} ${entries} >>`,
  ...more,
];

export const packed = (data: Uint8Array | string, entries = ''): Stream => ({
  dict: `/Filter /FlateDecode ${entries}`,
  data: deflateSync(data),
});

const bytesOf = (object: RawObject): Buffer => {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const { dict, data } = object;
  const head = Buffer.from(`<< ${dict} /Length ${data.byteLength} >>\nstream\n`, 'latin1');
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
};

const HEAD = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';

/** A PDF of these objects, numbered from 1, the first of them the catalog, with a table. */
export const rawPdf = (
  objects: readonly RawObject[],
  { head = HEAD, tail = '' } = {},
): Uint8Array<ArrayBuffer> => {
  const chunks = [Buffer.from(head, 'latin1')];
  let at = head.length;
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(at).padStart(10, '0')} 00000 n \n`;
    for (const chunk of [`${index + 1} 0 obj\n`, bytesOf(object), '\nendobj\n']) {
      chunks.push(Buffer.from(chunk));
      at += chunk.length;
    }
  }
  const keys = `/Size ${objects.length + 1} /Root 1 0 R`;
  const end = `trailer\n<< ${keys} >>\nstartxref\n${at}\n%%EOF\n`;
  chunks.push(Buffer.from(table + end + tail, 'latin1'));
  return new Uint8Array(Buffer.concat(chunks));
};

import { deflateSync } from 'node:zlib';

type Stream = { readonly dict: string; readonly data: Uint8Array };
export type RawObject = string | Stream;

/** A page tree of one page: the objects 1 to 3 of any file below. */
export const ONE_PAGE = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
] as const;

/** The same with more in the catalog. */
export const withCatalog = (entries: string, ...more: RawObject[]): RawObject[] => [
  `<< /Type /Catalog /Pages 2 0 R ${entries} >>`,
  ...ONE_PAGE.slice(1),
  ...more,
];

/** The same with more on the page. */
export const withPage = (entries: string, ...more: RawObject[]): RawObject[] => [
  ...ONE_PAGE.slice(0, 2),
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${entries} >>`,
  ...more,
];

/** A stream that says how it is packed. */
export const packed = (data: Uint8Array | string, entries = '', layers = 1): Stream => {
  let bytes: Uint8Array = Buffer.from(data);
  for (let n = 0; n < layers; n += 1) bytes = deflateSync(bytes);
  return { dict: `/Filter /FlateDecode ${entries}`, data: bytes };
};

const bytesOf = (object: RawObject): Buffer<ArrayBuffer> => {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const { dict, data } = object;
  const head = Buffer.from(`<< ${dict} /Length ${data.byteLength} >>\nstream\n`, 'latin1');
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
};

/** Puts a file together, whatever is wrong with it; each part tells where it begins. */
export const pdfWriter = () => {
  const chunks: Uint8Array[] = [];
  let at = 0;
  const put = (chunk: Uint8Array | string): number => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk;
    const start = at;
    chunks.push(bytes);
    at += bytes.byteLength;
    return start;
  };
  put('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  return {
    put,
    object: (number: number, object: RawObject): number =>
      put(
        Buffer.concat([
          Buffer.from(`${number} 0 obj\n`),
          bytesOf(object),
          Buffer.from('\nendobj\n'),
        ]),
      ),
    /** Of the objects from this number on, with their offsets; 0 is free. */
    table: (first: number, offsets: readonly number[], trailer: string): number => {
      const entries = offsets.map((offset) =>
        offset > 0 ? `${String(offset).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n',
      );
      const head = `xref\n${first} ${offsets.length}\n${entries.join('')}`;
      return put(`${head}trailer\n<< /Size ${first + offsets.length} ${trailer} >>\n`);
    },
    end: (newest: number): Uint8Array<ArrayBuffer> => {
      put(`startxref\n${newest}\n%%EOF\n`);
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
};

export type RawOptions = {
  /** More in the trailer. */
  readonly trailer?: string;
  /** Where the table says that an object is, by its number, in place of where it is. */
  readonly misplaced?: ReadonlyMap<number, number>;
};

/** A PDF of these objects, numbered from 1, the first of them the catalog, with a table. */
export const rawPdf = (
  objects: readonly RawObject[],
  { trailer = '', misplaced }: RawOptions = {},
): Uint8Array<ArrayBuffer> => {
  const pdf = pdfWriter();
  const offsets = objects.map((object, index) => {
    const offset = pdf.object(index + 1, object);
    return misplaced?.get(index + 1) ?? offset;
  });
  return pdf.end(pdf.table(0, [0, ...offsets], `/Root 1 0 R ${trailer}`));
};

/** Objects in a stream of their own, as newer producers keep them. */
export const objectStream = (objects: ReadonlyMap<number, string>, entries = ''): Stream => {
  let at = 0;
  const pairs = [...objects].map(([number, text]) => {
    const pair = `${number} ${at}`;
    at += text.length + 1;
    return pair;
  });
  const head = `${pairs.join(' ')} `;
  const data = head + [...objects.values()].join(' ');
  const dict = `/Type /ObjStm /N ${objects.size} /First ${head.length} ${entries}`;
  return packed(data, dict);
};

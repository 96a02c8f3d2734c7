import { crc32 } from 'node:zlib';

type Unzipped = { readonly name: string; readonly day: string; readonly data: Buffer };

const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`not a sound ZIP file: ${what}`);
};

/** As ISO 8601 has it. */
const dayOf = (date: number): string =>
  [1980 + (date >> 9), (date >> 5) & 15, date & 31]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/**
 * Reads a ZIP file of stored files by its directory, as PKWARE's APPNOTE has it, and trusts nothing: both
 * descriptions of a file must agree with each other and with the bytes, and no byte may lie between.
 */
export const unzip = (zip: Buffer): Unzipped[] => {
  const end = zip.length - 22;
  demand(zip.readUInt32LE(end) === 0x06054b50, 'end of the directory');
  const count = zip.readUInt16LE(end + 10);
  const start = zip.readUInt32LE(end + 16);
  demand(start + zip.readUInt32LE(end + 12) === end, 'size of the directory');
  let record = start;
  let next = 0;
  const files: Unzipped[] = [];
  for (let i = 0; i < count; i += 1) {
    demand(zip.readUInt32LE(record) === 0x02014b50, `record ${i}`);
    const nameLength = zip.readUInt16LE(record + 28);
    const size = zip.readUInt32LE(record + 24);
    const header = zip.readUInt32LE(record + 42);
    const name = zip.subarray(record + 46, record + 46 + nameLength);
    demand(header === next && zip.readUInt32LE(header) === 0x04034b50, `header of ${name}`);
    const shared = zip.subarray(record + 6, record + 32);
    demand(zip.subarray(header + 4, header + 30).equals(shared), `descriptions of ${name}`);
    const [method, stored] = [zip.readUInt16LE(record + 10), zip.readUInt32LE(record + 20)];
    demand(method === 0 && stored === size, `${name} is stored`);
    const from = header + 30 + nameLength;
    demand(zip.subarray(header + 30, from).equals(name), `names of ${name}`);
    const data = zip.subarray(from, from + size);
    demand(crc32(data) === zip.readUInt32LE(record + 16), `checksum of ${name}`);
    files.push({ name: name.toString(), day: dayOf(zip.readUInt16LE(record + 14)), data });
    next = from + size;
    record += 46 + nameLength;
  }
  demand(next === start && record === end, 'bytes of nothing');
  return files;
};

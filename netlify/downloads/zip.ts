/** What the archive tells of a file. */
export type ZipEntry = {
  readonly fileName: string;
  readonly size: number;
  readonly crc32: number;
  /** ISO 8601. The same file has the same, or the archive's bytes differ. Without it, the format's first day. */
  readonly since?: string | undefined;
};

/** A stretch of the archive: bytes of its own, or the file of this entry. */
export type ZipSegment<Entry extends ZipEntry> =
  | { readonly size: number; readonly bytes: Uint8Array }
  | { readonly size: number; readonly entry: Entry };

const VERSION_NEEDED = 20;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
/** No zone is told, so the hour would be wrong almost everywhere. */
const TIME = 0;

/** The day in UTC, as years since 1980, months and days. */
const dateOf = (since = '1980-01-01'): number => {
  const date = new Date(since);
  return (
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  );
};

const uint16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
};

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
};

/** The fields that a file's local header and its record in the directory share. */
const common = ({ fileName, size, crc32, since }: ZipEntry): Buffer =>
  Buffer.concat([
    uint16(VERSION_NEEDED, FLAGS, STORED, TIME, dateOf(since)),
    uint32(crc32, size, size),
    uint16(Buffer.byteLength(fileName), 0), // the lengths of name and extra field
  ]);

const localHeader = (entry: ZipEntry): Buffer =>
  Buffer.concat([uint32(0x04034b50), common(entry), Buffer.from(entry.fileName)]);

const directoryRecord = (entry: ZipEntry, offset: number): Buffer =>
  Buffer.concat([
    uint32(0x02014b50),
    uint16(VERSION_NEEDED), // made by, with 0 for the system: the reader's own file permissions
    common(entry),
    uint16(0, 0, 0), // comment, disk, kind of text
    uint32(0, offset), // attributes
    Buffer.from(entry.fileName),
  ]);

const endOfDirectory = (count: number, size: number, offset: number): Buffer =>
  Buffer.concat([
    uint32(0x06054b50),
    uint16(0, 0, count, count), // disks
    uint32(size, offset),
    uint16(0), // comment
  ]);

/**
 * The archive from its first to its last byte (PKWARE's APPNOTE 6.3.10), its files stored as they are.
 * Sizes and checksums stand before each file and not behind it, since several unpackers, that of older
 * macOS among them, fail on stored files that are described behind. For less than 4 GB and 65,536 files.
 */
export const layOutZip = <Entry extends ZipEntry>(
  entries: readonly Entry[],
): ZipSegment<Entry>[] => {
  const segments: ZipSegment<Entry>[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry);
    directory.push(directoryRecord(entry, offset));
    segments.push({ size: header.length, bytes: header }, { size: entry.size, entry });
    offset += header.length + entry.size;
  }
  const records = Buffer.concat(directory);
  const bytes = Buffer.concat([records, endOfDirectory(entries.length, records.length, offset)]);
  return [...segments, { size: bytes.length, bytes }];
};

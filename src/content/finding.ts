/** One thing to correct, in words for the file's editor. */
export type Finding = {
  /** As an editor knows it: "content/site.md". */
  file: string;
  /** From 1; without it the whole file is meant. */
  line?: number;
  says: string;
};

/** The finding as it is printed. */
export const write = ({ file, line, says }: Finding): string =>
  `${file}${line === undefined ? '' : `, line ${line}`}: ${says}`;

/** A field as people find it, entries counted from 1: "learn > 3 > title". */
export const fieldName = (path: readonly PropertyKey[]): string =>
  `"${path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' > ')}"`;

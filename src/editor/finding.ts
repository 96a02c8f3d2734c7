/** One thing to correct in a file, in words for its editor. */
export type Finding = {
  /** From 1; without it the whole file is meant. */
  line?: number | undefined;
  says: string;
  /** The line, or lines, as they should be. */
  fixed?: string | undefined;
  /** What to do with `fixed`, or instead of it. */
  tip?: string | undefined;
};

/** The finding as it is printed: the file, the line, what is wrong, and what to write. */
export function write(file: string, { line, says, fixed, tip }: Finding): string {
  const todo = tip ?? (fixed ? 'Write it like this:' : '');
  return [
    `${file}${line === undefined ? '' : `, line ${line}`}: ${says}`,
    ...(todo ? [todo] : []),
    ...(fixed ? [`  ${fixed.replaceAll('\n', '\n  ')}`] : []),
  ].join('\n');
}

/** A field as people name it: "title" in entry 2 of "learn", and not learn.1.title. */
export function fieldName(path: readonly PropertyKey[]): string {
  const key = String(path.findLast((part) => typeof part === 'string') ?? 'this field');
  return `"${key}"${placeOf(path)}`;
}

/** Where in its file a field is, to follow its name. */
export function placeOf(path: readonly PropertyKey[]): string {
  const index = path.findLastIndex((part) => typeof part === 'number');
  if (index < 1) return path.length > 1 ? ` in "${String(path[path.length - 2])}"` : '';
  return ` in entry ${Number(path[index]) + 1} of "${String(path[index - 1])}"`;
}

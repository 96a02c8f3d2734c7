/**
 * The items around one of a list, in the list's order: at most `count`, without the one itself.
 *
 *     nearest(['a', 'b', 'c', 'd', 'e'], 3, 2)  // ['c', 'e']
 *     nearest(['a', 'b', 'c', 'd', 'e'], 4, 2)  // ['c', 'd']
 */
export function nearest<T>(list: readonly T[], index: number, count: number): T[] {
  const last = Math.max(list.length - 1 - count, 0);
  const from = Math.min(Math.max(index - Math.floor(count / 2), 0), last);
  return list.slice(from, from + count + 1).filter((_, offset) => from + offset !== index);
}

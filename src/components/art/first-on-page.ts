const seen = new WeakMap<object, Set<string>>();

/** Whether this is the first call with that id for the page, which is known by its request. */
export function isFirstOnPage(request: object, id: string): boolean {
  const ids = seen.get(request) ?? new Set();
  seen.set(request, ids);
  const isFirst = !ids.has(id);
  ids.add(id);
  return isFirst;
}

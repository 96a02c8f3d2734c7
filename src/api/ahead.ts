/** Has files in the browser's cache before they are needed, behind all else that it fetches. Nothing of them runs. */
export function fetchAhead(files: readonly string[], signal: AbortSignal): void {
  for (const file of files) fetch(file, { priority: 'low', signal }).catch(() => {});
}

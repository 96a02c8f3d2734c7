/**
 * What is loaded from content/ once for a whole build: each page asks for all of it, and the work would
 * grow with the square of the guides. Under `npm run dev` the files change, and each page loads anew.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  if (import.meta.env.DEV) return load;
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** Ends after that many milliseconds, or at once when the browser comes online. */
export function nap(milliseconds: number): Promise<'slept' | 'online'> {
  return new Promise((resolve) => {
    const ends = new AbortController();
    const end = (how: 'slept' | 'online') => () => {
      ends.abort();
      clearTimeout(timer);
      resolve(how);
    };
    const timer = setTimeout(end('slept'), milliseconds);
    window.addEventListener('online', end('online'), ends);
  });
}

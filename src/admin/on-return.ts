/** Looking at another window and back again shall not ask the shop each time. */
const AT_MOST_EVERY_MS = 60_000;

/** Reads at once, and again when the owner comes back to this tab. Returns the function that ends it. */
export function readNowAndOnReturn(read: () => Promise<void>): () => void {
  let lastMs = Date.now();
  void read();
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastMs < AT_MOST_EVERY_MS) return;
    lastMs = Date.now();
    void read();
  };
  const ends = new AbortController();
  window.addEventListener('focus', look, ends);
  document.addEventListener('visibilitychange', look, ends);
  return () => ends.abort();
}

import { subscribe } from 'node:diagnostics_channel';

/** What `fetch` has sent and has no whole answer to yet, as undici tells it. */
const underWay = new Set<unknown>();

const requestOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'request' in message && message.request;

subscribe('undici:request:create', (message) => void underWay.add(requestOf(message)));
for (const ending of ['trailers', 'error']) {
  subscribe(`undici:request:${ending}`, (message) => void underWay.delete(requestOf(message)));
}

/** Between an answer and the question that it leads to. */
const TURNS = 10;

/** Resolves once everything that was sent, behind an answer too, has been answered, and led to no more. */
export const quiet = async (): Promise<void> => {
  for (let still = 0; still < TURNS; still += 1) {
    if (underWay.size > 0) still = 0;
    await new Promise(setImmediate);
  }
};

import { listSessions } from '../orders/redis-pages.ts';

/** So many orders are some 100 kB, which a slow connection takes within a second. */
const PAGE_SIZE = 100;

/** The sessions of all orders, oldest first. What is sold meanwhile may be among them; none comes twice. */
export async function* sessionPages(): AsyncGenerator<readonly string[]> {
  for (let after: string | null = null; ;) {
    const page = await listSessions({ newestFirst: false, after, size: PAGE_SIZE });
    const sessions = page?.sessions ?? [];
    if (sessions.length > 0) yield sessions;
    if (sessions.length < PAGE_SIZE) return;
    after = sessions.at(-1) ?? null;
  }
}

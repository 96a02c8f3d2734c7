import { toast } from 'sonner';
import { vi } from 'vitest';

/** Returns the toasts of a test, as "title / description". */
export const collectToasts = (): string[] => {
  const shown: string[] = [];
  for (const kind of ['success', 'error'] as const) {
    vi.spyOn(toast, kind).mockImplementation((title, more) =>
      shown.push(`${String(title)} / ${String(more?.description)}`),
    );
  }
  return shown;
};

type Route = (body: unknown) => unknown;

/** Fakes the browser's calls to /api by path, without the query. */
export function fakeApi(routes: Readonly<Record<string, Route>>): void {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const route = routes[address.replace(/\?.*/, '')];
    if (!route) throw new Error(`nobody answers ${address}`);
    const answer = await route(typeof body === 'string' ? JSON.parse(body) : undefined);
    return answer instanceof Response ? answer : Response.json(answer);
  });
}

/** A call that never reaches the shop. */
export const unreachable = () => {
  throw new Error('offline');
};

/** Replaces a browser's storage. Returns its entries. */
export const fakeStorage = (name: 'localStorage' | 'sessionStorage'): Map<string, string> => {
  const kept = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
};

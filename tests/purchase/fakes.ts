import { toast } from 'sonner';
import { vi } from 'vitest';

/** Returns an array that collects the toasts of a test, as "title / description". */
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
    if (!route) throw new Error(`There is no fake response for ${address}.`);
    const result = await route(typeof body === 'string' ? JSON.parse(body) : undefined);
    return result instanceof Response ? result : Response.json(result);
  });
}

/** A call that never reaches the shop. */
export const unreachable = () => {
  throw new Error('offline');
};

/** Replaces a browser's storage. Returns its entries. */
export const fakeStorage = (name: 'localStorage' | 'sessionStorage'): Map<string, string> => {
  const entries = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
  return entries;
};

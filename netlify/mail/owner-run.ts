import type { Catalogue } from '#contract/catalogue.ts';
import type { Failure } from '../health/past-checks.ts';
import { dayOf } from '../orders/days.ts';
import { ALL_TIME, type SalesPorts, TOLD_TO_OWNER, addUp } from '../orders/sales.ts';
import type { Reconciliation } from '../orders/reconcile.ts';
import { type OwnerNews, type OwnerNewsPorts, sendOwnerNews } from './owner-news.ts';
import { dayNews, gapNews, healedNews, outageNews, unreadNews } from './owner-words.ts';

type OwnerRunPorts = OwnerNewsPorts & {
  readonly catalogue: Catalogue;
  readonly sums: SalesPorts['sums'];
  /** The last requests that met an error. */
  readonly failures: () => Promise<readonly Failure[]>;
  /** Whether the owner wants an email a day about sales. */
  readonly isDaily: boolean;
};

/** More than a run has time for. */
const MOST = 100;

/** As far as a run looks back, and how long a service must have failed by then. */
const LOOKED_AT_SECONDS = 30 * 60;
const OUTAGE_SECONDS = 10 * 60;

/** The reconciler runs every ten minutes, but not to the second. */
const JITTER_SECONDS = 30;

/** Services that failed again and again, by how many minutes. While the database is away nothing is noted. */
const outagesIn = (
  failures: readonly Failure[],
  now: number,
): [service: string, minutes: number][] => {
  const times = new Map<string, number[]>();
  for (const { at, error } of failures) {
    const { service } = error;
    if (!service || now - at > LOOKED_AT_SECONDS) continue;
    times.set(service, [...(times.get(service) ?? []), at]);
  }
  return [...times].flatMap(([service, all]): [string, number][] => {
    const seconds = Math.max(...all) - Math.min(...all);
    return seconds >= OUTAGE_SECONDS - JITTER_SECONDS ? [[service, Math.round(seconds / 60)]] : [];
  });
};

/** One run that is missing is a delay. In minutes; 0 for none. */
const gapBefore = (now: number, lastAt: number | null): number => {
  const seconds = lastAt === null ? 0 : now - lastAt;
  return seconds > 2 * OUTAGE_SECONDS + JITTER_SECONDS ? Math.round(seconds / 60) : 0;
};

/**
 * What a run of the reconciler has for the owner: what it healed and could not read, services that failed for long, and as a day begins what
 * was sold since the email of the day before. `lastAt` is when the run before it was. Then all that waits is sent. Never
 * throws.
 */
export const tellOwnerOfRun = async (
  ports: OwnerRunPorts,
  { healed, unreadSince }: Pick<Reconciliation, 'healed' | 'unreadSince'>,
  lastAt: number | null,
  hasTime: () => boolean,
): Promise<void> => {
  const { store, catalogue, sums, failures, isDaily, onFailed } = ports;
  const now = ports.now();
  const today = dayOf(now, catalogue.time_zone);
  try {
    const sessions = Object.keys(healed);
    const news: OwnerNews[] = sessions.length > 0 ? [healedNews(today, sessions)] : [];
    if (unreadSince !== null) news.push(unreadNews(catalogue, unreadSince));
    for (const [service, minutes] of outagesIn(await failures(), now)) {
      news.push(outageNews(today, service, minutes));
    }
    const gap = gapBefore(now, lastAt);
    if (gap > 0) news.push(gapNews(today, gap));
    for (const one of news) await store.keep(one.key, one, now);
    const key = `day/${today}`;
    if (isDaily && !(await store.isTold(key))) {
      const [all = new Map(), told = new Map()] = await sums.find([ALL_TIME, TOLD_TO_OWNER]);
      const since = told.size > 0 ? 'since your last daily email' : 'so far';
      await store.keep(key, dayNews(catalogue, key, addUp([all, told]), since), now, all);
    }
  } catch (error) {
    onFailed(error);
  }
  await sendOwnerNews(ports, store.due(now, MOST), hasTime);
};

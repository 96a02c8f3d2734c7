import type { Facts } from '../orders/facts.ts';
import { TICKET_LIFETIME_IN_SECONDS, type Ticket } from './tickets.ts';

/** So many of the last times are kept of each file: however often it is fetched, the order stays small. */
export const KEPT_TIMES = 5;

/** That a file was fetched with a ticket. */
export type DownloadNote = {
  /** Of the order's fact about the file. */
  readonly name: string;
  /**
   * All of an order's tickets for a file that end in the same ten minutes count once: whoever follows a
   * link again, or opens the page again, adds nothing. Unix time in seconds.
   */
  readonly window: number;
};

export const downloadNote = ({ productId, expiresAt }: Ticket): DownloadNote => ({
  name: `download:${productId}`,
  window: expiresAt - (expiresAt % TICKET_LIFETIME_IN_SECONDS),
});

/** Of one file. Times are Unix seconds. */
type Downloads = {
  readonly count: number;
  readonly first: number;
  /** The last of them, oldest first. */
  readonly recent: readonly number[];
};

/** As the orders keep it: count, first time, then window and time of the last ones, "7 1 600:5 1200:603". */
export const readDownloads = (value: string): Downloads => {
  const [count, first, ...recent] = value.split(' ');
  return {
    count: Number(count),
    first: Number(first),
    recent: recent.map((one) => Number(one.split(':')[1])),
  };
};

/** How often a file of the order was fetched. */
export const downloadsIn = (facts: Facts): number =>
  Object.entries(facts)
    .filter(([name]) => name.startsWith('download:'))
    .reduce((sum, [, value]) => sum + readDownloads(value).count, 0);

import type { Facts } from '../orders/facts.ts';
import { TICKET_LIFETIME_IN_SECONDS, type Ticket } from './tickets.ts';

/** Records that a file was fetched with a ticket. */
export type DownloadNote = {
  /** The name of the order's fact about the file. */
  readonly name: string;
  /**
   * Downloads whose tickets end in the same ten minutes count once, so opening a link or the page again adds nothing.
   * Unix time in seconds.
   */
  readonly window: number;
};

export const downloadNote = ({ productId, expiresAt }: Ticket): DownloadNote => ({
  name: `download:${productId}`,
  window: expiresAt - (expiresAt % TICKET_LIFETIME_IN_SECONDS),
});

/** The downloads of one file. Times are Unix seconds. */
type Downloads = { readonly count: number; readonly first: number; readonly last: number };

/** Reads the fact's value: count, first time, and the window and time of the last one, as in "7 1 1200:603". */
export const readDownloads = (value: string): Downloads => {
  const [count, first, ...recent] = value.split(' '); // older versions kept the last five
  return {
    count: Number(count),
    first: Number(first),
    last: Number(recent.at(-1)?.split(':')[1]),
  };
};

/** How often the order's files were fetched. */
export const downloadsIn = (facts: Facts): number =>
  Object.entries(facts)
    .filter(([name]) => name.startsWith('download:'))
    .reduce((sum, [, value]) => sum + readDownloads(value).count, 0);

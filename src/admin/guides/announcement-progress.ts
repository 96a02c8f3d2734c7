import type { Announcement } from '../../contract/guide-files.ts';
import { formatLocalTime } from '../time.ts';

const formatCount = (number: number): string => number.toLocaleString('en-US');
export const formatBuyers = (buyers: number): string =>
  `${formatCount(buyers)} ${buyers === 1 ? 'buyer' : 'buyers'}`;

const NOT_EMAILED =
  'A past buyer gets no email if, for example, they unsubscribed or got a refund, or if you stopped the announcement.';

function describeEnd({ buyers, emailed }: Announcement): string {
  if (emailed === null) return 'The emails to past buyers have gone out.';
  const pastBuyers = `past ${buyers === 1 ? 'buyer' : 'buyers'}`;
  if (emailed < buyers) {
    return `Emailed ${formatCount(emailed)} of ${formatCount(buyers)} ${pastBuyers}. ${NOT_EMAILED}`;
  }
  return `Emailed ${buyers === 1 ? 'your one' : `all ${formatCount(buyers)}`} ${pastBuyers}.`;
}

export function describeProgress(announcement: Announcement): string {
  const { buyers, left, paused_until: pausedUntil } = announcement;
  if (left === 0) return describeEnd(announcement);
  const progress = `Emailing past buyers: ${formatCount(left)} of ${formatCount(buyers)} left.`;
  if (pausedUntil === null) return progress;
  return `${progress} Today’s email limit is used up. The rest go out starting ${formatLocalTime(pausedUntil)}.`;
}

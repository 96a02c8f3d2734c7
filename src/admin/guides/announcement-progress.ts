import type { Announcement } from '../../contract/guide-files.ts';
import { formatLocalTime } from '../time.ts';

const formatCount = (number: number): string => number.toLocaleString('en-US');
export const formatBuyers = (buyers: number): string =>
  `${formatCount(buyers)} ${buyers === 1 ? 'buyer' : 'buyers'}`;

export function describeProgress(announcement: Announcement): string {
  const { begun_at: begunAt, buyers, left, paused_until: pausedUntil } = announcement;
  if (left === 0) return `Emails to past buyers: none left. Begun ${formatLocalTime(begunAt)}.`;
  const progress = `Emailing past buyers: ${formatCount(left)} of ${formatCount(buyers)} left.`;
  if (pausedUntil === null) return progress;
  return `${progress} Today’s share of emails is used up. The rest go out from ${formatLocalTime(pausedUntil)}.`;
}

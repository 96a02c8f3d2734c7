import type { ReconcilerRun } from '../../contract/admin-orders.ts';

/** It runs every ten minutes; three runs that are missing are no delay any more. */
const LATE_AFTER_MS = 30 * 60_000;

export const isLate = (last: Pick<ReconcilerRun, 'at'>, nowMs: number): boolean =>
  nowMs - Date.parse(last.at) > LATE_AFTER_MS;

type Found = Pick<ReconcilerRun, 'healed' | 'failed'>;

/** What a run found, without a full stop: "nothing missing", "1 order brought up to date". */
export function foundWords({ healed, failed }: Found): string {
  const words = [
    ...(healed.length > 0
      ? [`${healed.length} ${healed.length === 1 ? 'order' : 'orders'} brought up to date`]
      : []),
    ...(failed > 0 ? [`${failed} could not be read, and will be tried again`] : []),
  ];
  return words.join('; ') || 'nothing missing';
}

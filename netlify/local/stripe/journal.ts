import * as z from 'zod';
import type { EventDraft } from './changes.ts';
import { newId } from './ids.ts';
import type { EventRecord } from './state.ts';

/** The API call that an event comes from; both null when it came about by itself. */
export type Cause = Pick<EventRecord, 'requestId' | 'idempotencyKey'>;

export const BY_ITSELF: Cause = { requestId: null, idempotencyKey: null };

const snapshot = z.looseObject({ id: z.string(), object: z.string() });

/** The round trip through JSON fixes the object as it is now and as it will be sent. */
const freeze = (object: EventDraft['object']) => snapshot.parse(JSON.parse(JSON.stringify(object)));

export const newEvent = (
  draft: EventDraft,
  cause: Cause,
  held: boolean,
  nowMs: number,
): EventRecord => ({
  id: newId('evt_1'),
  type: draft.type,
  created: Math.floor(nowMs / 1000),
  object: freeze(draft.object),
  previousAttributes: draft.previousAttributes ?? null,
  ...cause,
  acknowledged: false,
  held,
  failures: 0,
  nextAttemptAtMs: nowMs,
  deliveries: [],
});

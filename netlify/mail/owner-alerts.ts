import { escapeHtml } from '#contract/escape-html.ts';
import { now } from '../clock.ts';
import { getEnv, ordersContext } from '../env.ts';
import { logError } from '../http/log.ts';
import { jsonFrom } from '../json-from.ts';
import type { Dispute } from '../orders/disputes.ts';
import type { Order } from '../orders/orders.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { negated } from '../orders/redis-sums.ts';
import { type Sums, TOLD_TO_OWNER } from '../orders/sales.ts';
import { type OwnerAlert, alertSchema, disputeAlert, saleAlert } from './alert-words.ts';
import type { Message } from './message.ts';
import { type Outbox, dueOf, queueOf, sendClaimed } from './outbox.ts';
import { ownerAddress } from './settings.ts';
import { ask, findOrders, runScript } from './shop.ts';

/** Longer than a dispute takes, of which each step comes to the shop again. */
const KEPT_FOR_SECONDS = 180 * 24 * 3600;

const KEEP = `
local kept, queue, sums = KEYS[1], KEYS[2], KEYS[3]
local alert, now, kept_for = ARGV[1], ARGV[2], ARGV[3]
if not redis.call('SET', kept, '1', 'NX', 'EX', kept_for) then return 0 end
if alert ~= '' then redis.call('ZADD', queue, now, alert) end
for at = 4, #ARGV, 2 do redis.call('HSET', sums, ARGV[at], ARGV[at + 1]) end
return 1
`;

/** Whether an alert of this key was kept before. */
export const isKept = async (key: string): Promise<boolean> =>
  (await ask((pipeline) => pipeline.exists(orderKeys().ownerTold(key)))) === 1;

/**
 * Keeps an alert until it is sent, and answers what it waits under; null is none. From now on its key counts as kept,
 * and these sums of all time as those that the owner knows. Nothing happens where the key was kept before.
 */
export const keepAlert = async (
  key: string,
  alert: OwnerAlert | null,
  sums: Sums = new Map(),
): Promise<string> => {
  const keys = orderKeys();
  const id = alert ? JSON.stringify(alert) : '';
  const touched = [keys.ownerTold(key), keys.ownerQueue, keys.sums(TOLD_TO_OWNER)];
  await runScript(KEEP, touched, [id, now(), KEPT_FOR_SECONDS, ...negated(sums)]);
  return id;
};

/**
 * What waits is kept in the queue as JSON. Of a sale that is the order's session, since it comes there in the step that
 * stores the order as paid: redis-orders.ts.
 */
export const ownerOutbox = (): Outbox => {
  const keys = orderKeys();
  return queueOf({
    key: keys.ownerQueue,
    triedAt: (id) => ({ key: keys.ownerTried, field: id }),
  });
};

/** The alerts that wait, the longest first. */
export const dueAlerts = (most: number): Promise<string[]> =>
  dueOf(orderKeys().ownerQueue, now(), most);

/** In no words of content/: every function that sells would carry them along. */
const messageOf = ({ key, subject, lines, page }: OwnerAlert, to: string): Message => {
  const link = `${getEnv().PUBLIC_SITE_URL}${page}`;
  const words = lines.map(escapeHtml).join('<br>');
  return {
    to,
    replyTo: to,
    subject,
    text: [...lines, '', link].join('\n'),
    html: `<!doctype html><meta charset="utf-8"><p>${words}</p><p><a href="${link}">${link}</a></p>`,
    // By the context too: other shops of the owner may send by the same account.
    key: `owner/${ordersContext()}/${key}`,
    tags: { kind: 'owner-news' },
  };
};

const alertOf = async (id: string): Promise<OwnerAlert | null> => {
  const alert = alertSchema.safeParse(jsonFrom(id)).data;
  if (alert) return alert;
  const [order] = await findOrders([id]);
  return order ? saleAlert(order) : null;
};

/**
 * Sends these alerts, as long as there is time and the mail service takes them; the rest goes out another time. Where
 * the owner has no address nothing is sent. Never throws.
 */
export const sendAlerts = async (
  ids: Promise<readonly string[]>,
  hasTime: () => boolean = () => true,
): Promise<void> => {
  try {
    const to = ownerAddress();
    for (const id of await ids) {
      if (to === null || !hasTime()) return;
      const sent = await sendClaimed(ownerOutbox(), id, async () => {
        const alert = await alertOf(id);
        return alert ? messageOf(alert, to) : { is: 'skipped', detail: 'no order' };
      });
      if (sent.is === 'later') return;
    }
  } catch (error) {
    logError(error);
  }
};

/** Sends the alert of a sale, which waits since the order was stored as paid. Never throws. */
export const alertOwnerOfSale = (sessionId: string): Promise<void> =>
  sendAlerts(Promise.resolve([sessionId]));

/** Sends the alert of a dispute now, or as soon as the mail service takes it. Never throws. */
export const alertOwnerOfDispute = async (order: Order, dispute: Dispute): Promise<void> => {
  if (ownerAddress() === null) return;
  const alert = disputeAlert(order, dispute);
  await sendAlerts(keepAlert(alert.key, alert).then((id) => [id]));
};

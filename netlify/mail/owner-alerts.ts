import { escapeHtml } from '#contract/escape-html.ts';
import { ask, runScript } from '../clients/redis.ts';
import { now } from '../clock.ts';
import { getEnv, ordersContext } from '../env.ts';
import { logError } from '../http/log.ts';
import { jsonFrom } from '../json-from.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findOrders } from '../orders/redis-orders.ts';
import { type Sums, REPORTED, negated } from '../orders/sales.ts';
import { type OwnerAlert, actionOf, alertSchema, saleAlert } from './alert-words.ts';
import { type Message, fillMail, templateOf } from './message.ts';
import { type Outbox, dueOf, queueOf, sendClaimed } from './outbox.ts';
import { ownerAddress } from './settings.ts';

/** Longer than a dispute takes, each step of which comes with an event of its own. */
const KEPT_FOR_SECONDS = 180 * 24 * 3600;

const KEEP = `
local kept, queue, sums = KEYS[1], KEYS[2], KEYS[3]
local alert, now, kept_for = ARGV[1], ARGV[2], ARGV[3]
if not redis.call('SET', kept, '1', 'NX', 'EX', kept_for) then return 0 end
if alert ~= '' then redis.call('ZADD', queue, now, alert) end
for at = 4, #ARGV, 2 do redis.call('HSET', sums, ARGV[at], ARGV[at + 1]) end
return 1
`;

/** Whether an alert with this key was queued before. */
export const isQueued = async (key: string): Promise<boolean> =>
  (await ask((pipeline) => pipeline.exists(orderKeys().alert(key)))) === 1;

/**
 * Queues an alert, unless one with its key was queued before, and answers its id in the queue. A null alert is marked as
 * queued without being sent. The same step notes these all-time sums as reported to the owner.
 */
export const queueAlert = async (
  key: string,
  alert: OwnerAlert | null,
  sums: Sums = new Map(),
): Promise<string> => {
  const keys = orderKeys();
  const id = alert ? JSON.stringify(alert) : '';
  const touched = [keys.alert(key), keys.alerts, keys.sums(REPORTED)];
  await runScript(KEEP, touched, [id, now(), KEPT_FOR_SECONDS, ...negated(sums)]);
  return id;
};

/**
 * The queue of alerts. An alert's id is its JSON; a sale's is the order's session, since the step that records an order
 * as paid queues it (redis-orders.ts).
 */
const ownerOutbox = (): Outbox => {
  const keys = orderKeys();
  return queueOf({
    key: keys.alerts,
    triedAt: (id) => ({ key: keys.alertTries, field: id }),
  });
};

/** The ids of the alerts that are due, oldest first. */
export const dueAlerts = (most: number): Promise<string[]> =>
  dueOf(orderKeys().alerts, now(), most);

const messageOf = ({ key, subject, lines, page }: OwnerAlert, to: string): Message => {
  const [preview = ''] = lines;
  return {
    ...fillMail(templateOf(globalThis.MAILS.ownerAlert), {
      subject,
      preview,
      lines: { text: lines.join('\n'), html: lines.map(escapeHtml).join('<br>') },
      action: actionOf(page),
      link: `${getEnv().PUBLIC_SITE_URL}${page}`,
    }),
    to,
    replyTo: to,
    // The key names the context too: the owner's other shops may send by the same account.
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
 * Sends these alerts while there is time and the mail service accepts them; the rest stays queued. Nothing is sent where
 * no owner's address is set. Never throws.
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
      if (sent.is === 'postponed') return;
    }
  } catch (error) {
    logError(error);
  }
};

/** Sends the alert of a sale, which was queued as the order was recorded as paid. Never throws. */
export const alertOwnerOfSale = (sessionId: string): Promise<void> =>
  sendAlerts(Promise.resolve([sessionId]));

/** Queues an alert and sends it. Never throws. */
export const alertOwner = async (alert: OwnerAlert): Promise<void> => {
  if (ownerAddress() === null) return;
  await sendAlerts(queueAlert(alert.key, alert).then((id) => [id]));
};

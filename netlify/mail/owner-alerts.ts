import { escapeHtml } from '#contract/escape-html.ts';
import { runScript } from '../clients/redis.ts';
import { now } from '../clock.ts';
import { getEnv, ordersContext } from '../env.ts';
import { logError } from '../http/log.ts';
import { jsonFrom } from '../json-from.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { type OwnerAlert, actionOf, alertSchema } from './alert-words.ts';
import { type Message, fillMail, templateOf } from './message.ts';
import { type Outbox, dueOf, queueOf, sendClaimed } from './outbox.ts';
import { ownerAddress } from './settings.ts';

/** Longer than anything brings the same alert again. */
const KEPT_FOR_SECONDS = 180 * 24 * 3600;

const KEEP = `
local kept, queue = KEYS[1], KEYS[2]
local alert, now, kept_for = ARGV[1], ARGV[2], ARGV[3]
if not redis.call('SET', kept, '1', 'NX', 'EX', kept_for) then return 0 end
redis.call('ZADD', queue, now, alert)
return 1
`;

/** Queues an alert, unless one with its key was queued before. Returns its id in the queue, which is its JSON. */
export const queueAlert = async (alert: OwnerAlert): Promise<string> => {
  const keys = orderKeys();
  const id = JSON.stringify(alert);
  await runScript(KEEP, [keys.alert(alert.key), keys.alerts], [id, now(), KEPT_FOR_SECONDS]);
  return id;
};

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
  };
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
        const alert = alertSchema.safeParse(jsonFrom(id)).data;
        return alert ? messageOf(alert, to) : { is: 'skipped', detail: 'no alert' };
      });
      if (sent.is === 'postponed') return;
    }
  } catch (error) {
    logError(error);
  }
};

/** Queues an alert and sends it. Never throws. */
export const alertOwner = async (alert: OwnerAlert): Promise<void> => {
  if (ownerAddress() === null) return;
  await sendAlerts(queueAlert(alert).then((id) => [id]));
};

import type { Message, Outcome, SendMail } from './message.ts';

/** How one that waited left its queue. 'skipped': there is nothing to send any more. */
type QueueEnd = {
  readonly is: 'sent' | 'refused' | 'skipped' | 'unsure';
  /** The mail's id, or the reason. */
  readonly detail: string;
};

/** Mails that are to be sent once each, by what they are about. Times are Unix seconds. */
export type MailQueue = {
  /** Those that wait and are due, the longest first. */
  readonly due: (now: number, most: number) => Promise<readonly string[]>;
  /**
   * Takes one for a minute. Answers since when it may have been sent: `now` where it was not tried yet;
   * null where it is not due, sent, or another has it.
   */
  readonly claim: (id: string, now: number) => Promise<number | null>;
  /** Gives back what was claimed: it was not sent. Whatever is not given back may have been. */
  readonly release: (id: string, now: number) => Promise<void>;
  readonly end: (id: string, end: QueueEnd, now: number) => Promise<void>;
};

/**
 * How a try went. 'unsure': it may have been sent a day ago. 'busy': it was not due, another has it, or it is to be sent
 * no more.
 */
export type Sent = Outcome | { readonly is: 'unsure' | 'busy' };

/** That there is nothing to send, and never will be. */
export type NothingToSend = QueueEnd & { readonly is: 'refused' | 'skipped' };

export type QueuePorts = {
  readonly queue: MailQueue;
  readonly send: SendMail;
  readonly now: () => number;
};

/** Resend knows a key for 24 hours. After that a second try could be a second mail. */
export const KEY_KNOWN_IN_SECONDS = 23 * 3600;

/**
 * Sends what waits under an id, if that is still to be done. At most one goes out, whoever calls it, how often and
 * wherever it breaks off: Resend knows the message's key for a day, and after that nothing is tried whose end is not
 * known. Throws where the queue cannot be reached, and what `compose` throws.
 */
export const sendQueued = async (
  { queue, send, now }: QueuePorts,
  id: string,
  compose: () => Promise<Message | NothingToSend>,
): Promise<Sent> => {
  const at = now();
  const since = await queue.claim(id, at);
  if (since === null) return { is: 'busy' };
  if (at - since > KEY_KNOWN_IN_SECONDS) {
    await queue.end(id, { is: 'unsure', detail: 'no answer for a day' }, at);
    return { is: 'unsure' };
  }
  const giveBack = async (): Promise<void> => {
    if (since === at) await queue.release(id, at);
  };
  const composed = await compose().catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if ('is' in composed) {
    await queue.end(id, composed, at);
    const { is, detail } = composed;
    return is === 'refused' ? { is, reason: detail } : { is: 'busy' };
  }
  const outcome = await send(composed);
  if (outcome.is === 'later') {
    if (!outcome.mayBeSent) await giveBack();
    return outcome;
  }
  const detail = outcome.is === 'sent' ? outcome.id : outcome.reason;
  await queue.end(id, { is: outcome.is, detail }, at);
  return outcome;
};

/** More than a run has time for. */
const MOST = 100;

type DuePorts = Pick<QueuePorts, 'queue' | 'now'> & {
  /** Told what kept them from going out; they are tried again. */
  readonly onFailed: (error: unknown) => void;
};

/**
 * Sends what waits, one by one, as long as there is time and the mail service takes it. Answers whether all of it was
 * tried. Never throws.
 */
export const sendDue = async (
  { queue, now, onFailed }: DuePorts,
  hasTime: () => boolean,
  sendOne: (id: string) => Promise<Sent>,
): Promise<boolean> => {
  try {
    for (const id of await queue.due(now(), MOST)) {
      // Who takes no mail now takes no other either.
      if (!hasTime() || (await sendOne(id)).is === 'later') return false;
    }
    return true;
  } catch (error) {
    onFailed(error);
    return false;
  }
};

import { expect, test } from 'vitest';
import { resendRoutes } from '../../netlify/local/mail/resend-api.ts';
import { type InboxStore, openInboxState } from '../../netlify/local/mail/state.ts';

const API_KEY = 're_of_the_local_inbox';
const RECEIPT = JSON.stringify({
  from: 'Shop <shop@example.com>',
  to: ['parent@example.com'],
  reply_to: 'help@example.com',
  subject: 'Your download',
  html: '<p>Here</p>',
  text: 'Here',
});

const send = (store: InboxStore, headers: Readonly<Record<string, string>>) =>
  resendRoutes({ apiKey: API_KEY, callsPerSecond: 100 }, store, { settings: {} }).request(
    '/emails',
    {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'user-agent': 'the shop', ...headers },
      body: RECEIPT,
    },
  );

/**
 * Opens an in-memory inbox that records its state at each save. A server that is killed leaves one
 * of these states.
 */
const openRecordingInbox = () => {
  const { state } = openInboxState(null);
  const saves: InboxStore['state'][] = [];
  return { state, save: () => void saves.push(structuredClone(state)), saves };
};

test('delivers a receipt only once even if the server is killed after its first write', async () => {
  const killed = openRecordingInbox();
  await send(killed, { 'idempotency-key': 'receipt/cs_test_1' });
  const [state] = killed.saves;
  if (!state) throw new Error('The inbox did not save.');

  const restarted = { state, save: () => {} };
  await send(restarted, { 'idempotency-key': 'receipt/cs_test_1' });
  expect(restarted.state.mails).toHaveLength(1);
});

test('saves an email that has no idempotency key', async () => {
  const inbox = openRecordingInbox();
  await send(inbox, {});
  expect(inbox.saves.at(-1)?.mails).toHaveLength(1);
});

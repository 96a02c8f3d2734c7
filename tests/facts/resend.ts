import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Fact } from './fact.ts';
import type { ResendVendor } from './vendors.ts';

const READ_ON = '2026-11-28';

/** An address at which Resend simulates a delivery: https://resend.com/docs/dashboard/emails/send-test-emails */
const DELIVERED = 'delivered@resend.dev';

const sendEmail = (
  { call, from, mark }: ResendVendor,
  key: string,
  text = 'A test.',
): Promise<Response> =>
  call('/emails', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: JSON.stringify({
      from,
      to: [DELIVERED],
      reply_to: 'shop@example.com',
      subject: mark,
      html: `<p>${text}</p>`,
      text,
    }),
  });

export const RESEND_FACTS: readonly Fact<ResendVendor>[] = [
  {
    promise: 'Sends one email for an idempotency key, and returns its id again',
    source: 'https://resend.com/docs/dashboard/emails/idempotency-keys',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = randomUUID();
      const first = await sendEmail(vendor, key);
      const second = await sendEmail(vendor, key);
      assert.equal(first.status, 200);
      assert.deepEqual(await second.json(), await first.json());
    },
  },
];

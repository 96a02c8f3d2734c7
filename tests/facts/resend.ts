import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Fact } from './fact.ts';
import type { ResendVendor } from './vendors.ts';

const READ_ON = '2026-11-28';

const IDEMPOTENCY = 'https://resend.com/docs/dashboard/emails/idempotency-keys';
const ERRORS = 'https://resend.com/docs/api-reference/errors';
const LIMITS = 'https://resend.com/docs/api-reference/rate-limit';
const SEND_EMAIL = 'https://resend.com/docs/api-reference/emails/send-email';
const TEST_ADDRESSES = 'https://resend.com/docs/dashboard/emails/send-test-emails';

/** Resend accepts an email to this address and delivers it to no one. */
const DELIVERED = 'delivered@resend.dev';

/** A key in Resend's format that belongs to no one. */
const UNKNOWN_KEY = 'Bearer re_1a2B3c4D_5e6F7g8H9i0J1k2L3m4N5o6P7';

const sentSchema = z.object({ id: z.string().check(z.minLength(1)) });
const errorSchema = z.object({ statusCode: z.number(), name: z.string(), message: z.string() });

/** Sends an email with the same fields as the shop. Omits fields that are undefined. */
const sendEmail = (
  { call, from, label }: ResendVendor,
  fields: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const email = {
    from,
    to: [DELIVERED],
    reply_to: 'shop@example.com',
    subject: label,
    html: '<p>A test.</p>',
    text: 'A test.',
    ...fields,
  };
  return call('/emails', { method: 'POST', headers, body: JSON.stringify(email) });
};

const withKey = (key: string) => ({ 'idempotency-key': key });

const assertSent = async (response: Response): Promise<string> => {
  assert.equal(response.status, 200);
  return sentSchema.parse(await response.json()).id;
};

const assertError = async (response: Response, status: number, name: string): Promise<string> => {
  const error = errorSchema.parse(await response.json());
  assert.deepEqual([response.status, error.statusCode, error.name], [status, status, name]);
  return error.message;
};

/** Calls `send` while the stand-in simulates these faults. */
const withFaults = async <T>(
  { setFaults }: ResendVendor,
  faults: object,
  send: () => Promise<T>,
): Promise<T> => {
  await setFaults(faults);
  try {
    return await send();
  } finally {
    await setFaults({});
  }
};

/** Whether the value of a header is a whole number. */
const hasNumber = (response: Response, name: string): boolean =>
  /^\d+$/.test(response.headers.get(name) ?? '');

export const RESEND_FACTS: readonly Fact<ResendVendor>[] = [
  // Idempotency keys
  {
    promise: 'Sends one email for an idempotency key, and returns the same id for a repeated call',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = randomUUID();
      const first = await assertSent(await sendEmail(vendor, {}, withKey(key)));
      const second = await assertSent(await sendEmail(vendor, {}, withKey(key)));
      assert.equal(second, first);
    },
  },
  {
    promise:
      'Refuses a different email with a used idempotency key: 409 invalid_idempotent_request',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = randomUUID();
      await assertSent(await sendEmail(vendor, {}, withKey(key)));
      const other = await sendEmail(vendor, { text: 'Another test.' }, withKey(key));
      await assertError(other, 409, 'invalid_idempotent_request');
    },
  },
  {
    promise: 'Accepts an email with the idempotency key of a refused email',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = randomUUID();
      const refused = await sendEmail(vendor, { from: 'no address' }, withKey(key));
      assert.equal(refused.status, 422);
      await assertSent(await sendEmail(vendor, {}, withKey(key)));
    },
  },
  {
    promise:
      'Sends only one of two simultaneous emails with the same key, and returns its id or 409',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = randomUUID();
      const send = () => sendEmail(vendor, {}, withKey(key));
      const responses = await Promise.all([send(), send()]);
      const ids = new Set<string>();
      for (const response of responses) {
        if (response.ok) ids.add(await assertSent(response));
        else await assertError(response, 409, 'concurrent_idempotent_requests');
      }
      assert.equal(ids.size, 1);
    },
  },
  {
    promise:
      'Accepts a key of 256 characters, and refuses a longer one: 400 invalid_idempotency_key',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = randomUUID().padEnd(256, '-');
      await assertSent(await sendEmail(vendor, {}, withKey(key)));
      const longer = await sendEmail(vendor, {}, withKey(`${key}-`));
      await assertError(longer, 400, 'invalid_idempotency_key');
    },
  },
  {
    promise: 'Remembers an idempotency key for 24 hours',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    whyUnchecked: 'A check would take a day. The shop stops retrying an hour earlier.',
  },

  // Emails
  {
    promise: 'Accepts HTML with text, reply_to, and the headers for an unsubscribe link',
    source: SEND_EMAIL,
    readOn: READ_ON,
    check: async (vendor) => {
      const headers = {
        'List-Unsubscribe': '<https://example.com/unsubscribe>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      await assertSent(await sendEmail(vendor, { headers }));
    },
  },
  {
    promise: 'Accepts emails to its test addresses, including those that simulate a bounce',
    source: TEST_ADDRESSES,
    readOn: READ_ON,
    check: async (vendor) => {
      for (const name of ['delivered', 'delivered+facts', 'bounced', 'complained']) {
        await assertSent(await sendEmail(vendor, { to: [`${name}@resend.dev`] }));
      }
    },
  },
  {
    promise: 'Accepts an email that later bounces, and shows the bounce only in the dashboard',
    source: 'https://resend.com/docs/dashboard/emails/email-suppressions',
    readOn: READ_ON,
    whyUnchecked: 'Only the dashboard shows the result. The shop has no Resend webhook.',
  },
  {
    promise: 'Refuses recipients at example.com and test.com with 422',
    source: 'https://resend.com/docs/knowledge-base/what-email-addresses-to-use-for-testing',
    readOn: READ_ON,
    whyUnchecked: 'The inbox accepts them, because the project’s tests use these addresses.',
  },

  // Invalid emails
  {
    promise: 'Refuses a malformed recipient with a message that names "to": 422 validation_error',
    source: 'https://github.com/resend/resend-python/issues/65',
    readOn: READ_ON,
    check: async (vendor) => {
      const response = await sendEmail(vendor, { to: ['no address'] });
      assert.match(await assertError(response, 422, 'validation_error'), /[`'"]to[`'"]/);
    },
  },
  {
    promise:
      'Refuses a malformed sender: 422 invalid_from_address or validation_error about "from"',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const response = await sendEmail(vendor, { from: 'no address' });
      assert.equal(response.status, 422);
      const { name, message } = errorSchema.parse(await response.json());
      assert.ok(['invalid_from_address', 'validation_error'].includes(name), name);
      assert.match(message, /from/);
    },
  },
  {
    promise: 'Names any other malformed field in backticks: 422 validation_error',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const response = await sendEmail(vendor, { reply_to: 'no address' });
      assert.match(await assertError(response, 422, 'validation_error'), /`reply_to`/);
    },
  },
  {
    promise: 'Refuses a sender whose domain is not verified: 403 validation_error',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const from = `shop@${randomUUID()}.com`;
      await assertError(await sendEmail(vendor, { from }), 403, 'validation_error');
    },
  },
  {
    promise: 'Refuses an email without a subject: 422 missing_required_field',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const response = await sendEmail(vendor, { subject: undefined });
      await assertError(response, 422, 'missing_required_field');
    },
  },

  // Keys
  {
    promise: 'Refuses an unknown API key with 400 validation_error, or with 401 for an email',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const headers = { authorization: UNKNOWN_KEY };
      const list = await vendor.call('/domains', { headers });
      await assertError(list, 400, 'validation_error');
      await assertError(await sendEmail(vendor, {}, headers), 401, 'validation_error');
    },
  },
  {
    promise: 'Responds to a call without an API key with 401 missing_api_key',
    source: ERRORS,
    readOn: READ_ON,
    check: async (vendor) => {
      const response = await sendEmail(vendor, {}, { authorization: '' });
      await assertError(response, 401, 'missing_api_key');
    },
  },
  {
    promise:
      'Lists domains with their status, but returns 401 restricted_api_key for a send-only key',
    source: 'https://resend.com/docs/api-reference/domains/list-domains',
    readOn: READ_ON,
    check: async ({ call, from }) => {
      const response = await call('/domains?limit=100');
      if (!response.ok) {
        await assertError(response, 401, 'restricted_api_key');
        return;
      }
      const domain = z.object({ name: z.string(), status: z.string() });
      const { data } = z.object({ data: z.array(domain) }).parse(await response.json());
      const used = data.find(({ name }) => from.replace(/>$/, '').endsWith(`@${name}`));
      assert.equal(used?.status, 'verified');
    },
  },
  {
    promise: 'Returns the DNS records of a domain with their status, for a key with full access',
    source: 'https://resend.com/docs/api-reference/domains/get-domain',
    readOn: READ_ON,
    check: async ({ call }) => {
      const list = await call('/domains?limit=100');
      if (!list.ok) {
        await assertError(list, 401, 'restricted_api_key');
        return;
      }
      const { data } = z
        .object({ data: z.array(z.object({ id: z.string() })) })
        .parse(await list.json());
      const response = await call(`/domains/${data[0]?.id}`);
      const record = z.object({
        record: z.string(),
        name: z.string(),
        type: z.string(),
        value: z.string(),
        priority: z.optional(z.number()),
        status: z.string(),
      });
      const { records } = z.object({ records: z.array(record) }).parse(await response.json());
      const kinds = new Set(records.map((found) => found.record));
      assert.ok(kinds.has('SPF') && kinds.has('DKIM'));
    },
  },
  {
    promise: 'Rejects a call without a User-Agent with 403, before Resend sees it (error 1010)',
    source: 'https://resend.com/docs/api-reference/introduction#user-agent',
    readOn: READ_ON,
    whyNotLive: 'fetch can send an empty User-Agent, but cannot omit the header.',
    checkStandIn: async (vendor) => {
      const response = await sendEmail(vendor, {}, { 'user-agent': '' });
      assert.equal(response.status, 403);
      assert.match(await response.text(), /1010/);
    },
  },

  // Limits
  {
    promise:
      'Sends the limit per second, the remaining calls and the reset time with each response',
    source: LIMITS,
    readOn: READ_ON,
    check: async (vendor) => {
      const response = await vendor.call('/domains');
      for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
        assert.ok(hasNumber(response, name), `${name} is missing`);
      }
    },
  },
  {
    promise: 'Refuses calls over the limit: 429 rate_limit_exceeded, with retry-after in seconds',
    source: LIMITS,
    readOn: READ_ON,
    whyNotLive: 'The limit applies to the whole team, so the check could disturb a live shop.',
    checkStandIn: async (vendor) => {
      const responses = await withFaults(vendor, { perSecond: 1 }, () =>
        Promise.all([1, 2, 3, 4].map(() => sendEmail(vendor))),
      );
      const refused = responses.find(({ status }) => status !== 200);
      assert.ok(refused);
      await assertError(refused, 429, 'rate_limit_exceeded');
      assert.ok(hasNumber(refused, 'retry-after'));
      assert.equal(refused.headers.get('ratelimit-remaining'), '0');
    },
  },
  {
    promise: 'Allows 2 to 10 calls a second by default, and more on request',
    source: LIMITS,
    readOn: READ_ON,
    whyUnchecked: 'Versions of the page say 2, 5 and 10. ratelimit-limit has the real number.',
  },
  {
    promise: 'Reports the number of emails this month and, on the free plan, today',
    source: LIMITS,
    readOn: READ_ON,
    whyNotLive: 'Only the free plan has a daily quota.',
    checkStandIn: async (vendor) => {
      const free = await withFaults(vendor, { perDay: 100 }, () => sendEmail(vendor));
      assert.ok(hasNumber(free, 'x-resend-daily-quota'));
      assert.ok(hasNumber(free, 'x-resend-monthly-quota'));
      const paid = await sendEmail(vendor);
      assert.equal(paid.headers.get('x-resend-daily-quota'), null);
      assert.ok(hasNumber(paid, 'x-resend-monthly-quota'));
    },
  },
  {
    promise: 'Refuses emails over the daily quota: 429 daily_quota_exceeded',
    source: ERRORS,
    readOn: READ_ON,
    whyNotLive: 'A check would use up the quota of a day.',
    checkStandIn: async (vendor) => {
      await withFaults(vendor, { perDay: 1 }, async () => {
        await assertSent(await sendEmail(vendor));
        await assertError(await sendEmail(vendor), 429, 'daily_quota_exceeded');
      });
    },
  },
  {
    promise: 'Refuses emails over the monthly quota: 429 monthly_quota_exceeded',
    source: ERRORS,
    readOn: READ_ON,
    whyUnchecked: 'A check would use up the quota of a month. The inbox has no monthly quota.',
  },
  {
    promise: 'Starts a new daily quota at midnight UTC',
    source: 'https://resend.com/docs/knowledge-base/account-quotas-and-limits',
    readOn: READ_ON,
    whyUnchecked:
      'Not documented. The errors page says to wait 24 hours. The shop retries after midnight.',
  },
  {
    promise: 'Counts each recipient and each received email against both quotas',
    source: 'https://resend.com/docs/knowledge-base/account-quotas-and-limits',
    readOn: READ_ON,
    whyUnchecked: 'Only the dashboard shows it. The shop sends to one recipient and receives none.',
  },

  // Failures
  {
    promise: 'Sends no email if it responds with an error that has a name',
    source: ERRORS,
    readOn: READ_ON,
    whyUnchecked: 'Not documented for 5xx. In that case, the shop retries with the same key.',
  },
];

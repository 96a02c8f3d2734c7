import * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { Unavailable } from '../../platform/unavailable.ts';
import { addressIn } from '../../platform/env.ts';
import { callResend } from '../../mail/resend.ts';
import { type Finding, check, checkOf, fault, ok, timed, warning } from './check.ts';

const ABOUT = 'Email';
const DOMAINS = 'https://resend.com/domains';
const IF_DOWN = 'Check https://resend-status.com and try again. Emails wait until then.';

const errorSchema = z.object({ name: z.string() });
const domainsSchema = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })),
});

const domainFinding = (listed: unknown, domain: string): Finding => {
  const found = domainsSchema.parse(listed).data.find(({ name }) => name === domain);
  if (found?.status === 'verified') return ok(`${domain} is verified at Resend.`);
  if (!found) {
    return fault(
      `Resend doesn’t have ${domain}, so it sends nothing from there.`,
      `Add it at ${DOMAINS}, or set MAIL_FROM to an address at a domain you’ve added.`,
    );
  }
  return fault(
    `${domain} isn’t verified at Resend (${found.status}), so it sends nothing from there.`,
    `Set the DNS records that ${DOMAINS} shows for it.`,
  );
};

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const look = async (apiKey: string, from: string, apiUrl: URL | undefined): Promise<Finding> => {
  const response = await callResend({ apiKey, apiUrl }, '/domains?limit=100');
  const body: unknown = await response.json().catch(() => null);
  const domain = addressIn(from)?.split('@')[1] ?? '';
  if (response.ok) return domainFinding(body, domain);
  // The best key for a shop: Resend knows it, but it may only send.
  if (errorSchema.safeParse(body).data?.name === 'restricted_api_key') {
    return ok(
      `Resend accepts the key, which can only send. See ${DOMAINS} for whether ${domain} is verified.`,
    );
  }
  const { status } = response;
  if (![400, 401, 403].includes(status)) throw new Unavailable('mail', `status ${status}`);
  const next = 'Create one at https://resend.com/api-keys, with "Sending access".';
  return fault('Resend doesn’t recognize MAIL_API_KEY.', next);
};

/** Whether the shop sends email and Resend accepts it. `apiUrl` is the local inbox. */
export const mailChecks = async (
  apiKey = '',
  from = '',
  apiUrl?: URL,
): Promise<readonly Check[]> => {
  if (apiKey && from) return check(ABOUT, IF_DOWN, () => timed(look(apiKey, from, apiUrl)));
  if (apiKey || from) return []; // the checks of the settings report the missing one
  const says =
    'The shop sends no email: no receipts, and no links for parents who lost theirs. The pages don’t promise any.';
  const next = 'Set MAIL_API_KEY and MAIL_FROM. See .env.example.';
  return [checkOf(ABOUT, warning(says, next))];
};

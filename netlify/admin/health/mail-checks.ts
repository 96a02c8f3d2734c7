import * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { Unavailable } from '../../clients/unavailable.ts';
import { addressIn } from '../../env.ts';
import { callResend } from '../../mail/resend.ts';
import { type Finding, check, checkOf, fault, ok, timed, warning } from './check.ts';

const ABOUT = 'Mails';
const DOMAINS = 'https://resend.com/domains';
const IF_DOWN = 'Look at https://resend-status.com, and try again. What is to be sent waits.';

const errorSchema = z.object({ name: z.string() });
const domainsSchema = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })),
});

const domainFinding = (listed: unknown, domain: string): Finding => {
  const found = domainsSchema.parse(listed).data.find(({ name }) => name === domain);
  if (found?.status === 'verified') return ok(`${domain} is verified at Resend.`);
  if (!found) {
    return fault(
      `Resend does not know ${domain}: it sends nothing from there.`,
      `Add it at ${DOMAINS}, or set MAIL_FROM to an address of a domain that is there.`,
    );
  }
  return fault(
    `${domain} is not verified at Resend (${found.status}): it sends nothing from there.`,
    `Set the DNS records that ${DOMAINS} shows for it.`,
  );
};

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const look = async (apiKey: string, from: string, apiUrl: URL | undefined): Promise<Finding> => {
  const response = await callResend({ apiKey, apiUrl }, '/domains?limit=100');
  const body: unknown = await response.json().catch(() => null);
  const domain = addressIn(from)?.split('@')[1] ?? '';
  if (response.ok) return domainFinding(body, domain);
  // The key that a shop should have: it is known, and may not look.
  if (errorSchema.safeParse(body).data?.name === 'restricted_api_key') {
    return ok(
      `Resend knows the key. It may only send: whether ${domain} is verified, ${DOMAINS} tells.`,
    );
  }
  const { status } = response;
  if (![400, 401, 403].includes(status)) throw new Unavailable('mail', `status ${status}`);
  const next = 'Make one at https://resend.com/api-keys, with "Sending access".';
  return fault('Resend does not know MAIL_API_KEY.', next);
};

/** Whether mails are sent, and Resend takes them. `apiUrl` is the local inbox. */
export const mailChecks = async (
  apiKey = '',
  from = '',
  apiUrl?: URL,
): Promise<readonly Check[]> => {
  if (apiKey && from) return check(ABOUT, IF_DOWN, () => timed(look(apiKey, from, apiUrl)));
  if (apiKey || from) return []; // the checks of the settings name the one that is missing
  const says =
    'None is sent: no receipt with the way to the download, and none to a parent who lost it. The pages promise none.';
  const next = 'Set MAIL_API_KEY and MAIL_FROM; npm run setup asks for them.';
  return [checkOf(ABOUT, warning(says, next))];
};

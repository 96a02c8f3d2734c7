import * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { Unavailable } from '../../clients/unavailable.ts';
import { addressIn } from '../../env.ts';
import { callResend } from '../../mail/resend.ts';
import { bounded, fault, ok, warning } from './check.ts';

const ABOUT = 'Mails';
const DOMAINS = 'https://resend.com/domains';
const IF_DOWN = 'Look at https://resend-status.com, and try again. What is to be sent waits.';

export type MailOptions = {
  readonly apiKey: string | undefined;
  readonly from: string | undefined;
  /** The local inbox. */
  readonly apiUrl: URL | undefined;
};

const errorSchema = z.object({ name: z.string() });
const domainsSchema = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })),
});

const domainCheck = (listed: unknown, domain: string, ms: number): Check => {
  const found = domainsSchema.parse(listed).data.find(({ name }) => name === domain);
  if (found?.status === 'verified') return ok(ABOUT, `${domain} is verified at Resend.`, { ms });
  if (!found) {
    const next = `Add it at ${DOMAINS}, or set MAIL_FROM to an address of a domain that is there.`;
    return fault(ABOUT, `Resend does not know ${domain}: it sends nothing from there.`, next, {
      ms,
    });
  }
  const says = `${domain} is not verified at Resend (${found.status}): it sends nothing from there.`;
  return fault(ABOUT, says, `Set the DNS records that ${DOMAINS} shows for it.`, { ms });
};

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const look = async (apiKey: string, from: string, apiUrl: URL | undefined): Promise<Check> => {
  const startedAt = performance.now();
  const response = await callResend({ apiKey, apiUrl }, '/domains?limit=100');
  const body: unknown = await response.json().catch(() => null);
  const ms = Math.round(performance.now() - startedAt);
  const domain = addressIn(from)?.split('@')[1] ?? '';
  if (response.ok) return domainCheck(body, domain, ms);
  // The key that a shop should have: it is known, and may not look.
  if (errorSchema.safeParse(body).data?.name === 'restricted_api_key') {
    const says = `Resend knows the key. It may only send: whether ${domain} is verified, ${DOMAINS} tells.`;
    return ok(ABOUT, says, { ms });
  }
  const { status } = response;
  if (![400, 401, 403].includes(status)) throw new Unavailable('mail', `status ${status}`);
  return fault(
    ABOUT,
    'Resend does not know MAIL_API_KEY.',
    'Make one at https://resend.com/api-keys, with "Sending access".',
    { ms },
  );
};

/** Whether mails are sent, and Resend takes them. */
export const mailChecks = async (options: MailOptions): Promise<readonly Check[]> => {
  const { apiKey, from, apiUrl } = options;
  if (apiKey && from) {
    return bounded(ABOUT, IF_DOWN, async () => [await look(apiKey, from, apiUrl)]);
  }
  if (apiKey || from) return []; // told of the setting that is missing
  const says =
    'None is sent: no receipt with the way to the download, and none to a parent who lost it. The pages promise none.';
  return [warning(ABOUT, says, 'Set MAIL_API_KEY and MAIL_FROM; npm run setup asks for them.')];
};

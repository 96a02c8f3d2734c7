import * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { callResend } from '../mail/resend.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { fault, ok } from './findings.ts';
import { RESEND_DOMAINS, RESEND_KEYS } from './vendor-pages.ts';

const TIMEOUT_IN_MS = 5000;

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const domainsResponse = z.object({
  /** The error's name, if Resend refuses the call. */
  name: z.optional(z.string()),
  data: z.optional(
    z.array(z.object({ id: z.optional(z.string()), name: z.string(), status: z.string() })),
  ),
});

type Resend = { readonly apiKey: string; readonly apiUrl: URL | undefined };

const readResend = (resend: Resend, path: string): Promise<Response> =>
  callResend(resend, path, { signal: AbortSignal.timeout(TIMEOUT_IN_MS) });

export const resendChecks = async (resend: Resend, senderDomain: string): Promise<Check[]> => {
  const response = await readResend(resend, '/domains?limit=100');
  const body = await response.json().catch(() => ({}));
  const { name: errorName, data: domains } = domainsResponse.parse(body);
  // The best key for a shop: Resend recognizes it, but it may only send.
  if (errorName === 'restricted_api_key') {
    const finding = `Resend accepts the key, which can only send. See ${RESEND_DOMAINS} for whether ${senderDomain} is verified.`;
    return [ok('Email', finding)];
  }
  if ([400, 401, 403].includes(response.status)) {
    const nextStep = `Create one at ${RESEND_KEYS}, with "Sending access".`;
    const link = { text: 'Create a key at Resend', href: RESEND_KEYS };
    return [fault('Email', 'Resend doesn’t recognize MAIL_API_KEY.', nextStep, link)];
  }
  if (!domains) throw new Unavailable('mail', `status ${response.status}`);
  const domain = domains.find(({ name }) => name === senderDomain);
  const status = domain?.status ?? 'unknown there';
  if (status === 'verified') {
    return [ok('Email', `${senderDomain} is verified at Resend.`)];
  }
  const problem = `${senderDomain} isn’t verified at Resend (${status}), so it sends nothing from there.`;
  const nextStep = `Add it at ${RESEND_DOMAINS} and set the DNS records shown there, or change MAIL_FROM.`;
  const link = { text: `Verify ${senderDomain} at Resend`, href: RESEND_DOMAINS };
  return [fault('Email', problem, nextStep, link)];
};

import { Resolver } from 'node:dns/promises';
import * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { callResend } from '../mail/resend.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { fault, ok, warning } from './findings.ts';
import { RESEND_DOMAINS, RESEND_KEYS, RESEND_ON_DMARC } from './vendor-pages.ts';

const TIMEOUT_IN_MS = 5000;

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const domainsResponse = z.object({
  /** The error's name, if Resend rejects the call. */
  name: z.optional(z.string()),
  data: z.optional(
    z.array(z.object({ id: z.optional(z.string()), name: z.string(), status: z.string() })),
  ),
});

/** resend.com/docs/api-reference/domains/get-domain */
const domainResponse = z.object({
  records: z.array(
    z.object({
      /** "SPF", "DKIM", and others that sending does not need, such as "Tracking". */
      record: z.string(),
      /** Relative to the domain, such as "send". */
      name: z.string(),
      type: z.string(),
      value: z.string(),
      priority: z.optional(z.number()),
      status: z.string(),
    }),
  ),
});
type DnsRecord = z.infer<typeof domainResponse>['records'][number];

type Resend = { readonly apiKey: string; readonly apiUrl: URL | undefined };

const readResend = (resend: Resend, path: string): Promise<Response> =>
  callResend(resend, path, { signal: AbortSignal.timeout(TIMEOUT_IN_MS) });

const describeRecord = ({ type, name, value, priority }: DnsRecord): string =>
  `${type} ${name}: ${value}${priority === undefined ? '' : ` (priority ${priority})`}`;

const recordsCheck = (subject: string, domain: string, records: readonly DnsRecord[]): Check => {
  const unverified = records.filter(({ status }) => status !== 'verified');
  if (records.length === 0)
    return ok(subject, `Could not check it: Resend lists no ${subject} record.`);
  if (unverified.length === 0) return ok(subject, `Resend has verified it for ${domain}.`);
  const statuses = new Set(unverified.map(({ status }) => status));
  return warning(
    subject,
    `Resend hasn’t verified it for ${domain} (${[...statuses].join(', ')}), so emails may land in spam.`,
    `Add to your domain’s DNS: ${unverified.map(describeRecord).join('; ')}. Then verify it at ${RESEND_DOMAINS}.`,
    { text: `See the ${subject} records in Resend`, href: RESEND_DOMAINS },
  );
};

/** A failed call says nothing about the records, so it is not reported as a problem. */
const senderRecordsChecks = async (
  resend: Resend,
  { id = '', name }: { readonly id?: string | undefined; readonly name: string },
): Promise<Check[]> => {
  const path = `/domains/${encodeURIComponent(id)}`;
  const body: unknown = await readResend(resend, path)
    .then((response) => response.json())
    .catch(() => null);
  const { data } = domainResponse.safeParse(body);
  if (!data) return [ok('SPF and DKIM', `Could not check them. See ${name} at ${RESEND_DOMAINS}.`)];
  return ['SPF', 'DKIM'].map((kind) => {
    const records = data.records.filter(({ record }) => record === kind);
    return recordsCheck(kind, name, records);
  });
};

export const resendChecks = async (resend: Resend, senderDomain: string): Promise<Check[]> => {
  const response = await readResend(resend, '/domains?limit=100');
  const body = await response.json().catch(() => ({}));
  const { name: errorName, data: domains } = domainsResponse.parse(body);
  // A key that can only send is the best kind for a shop, so this is not a fault.
  if (errorName === 'restricted_api_key') {
    const finding = `Resend accepts the key, which can only send. Check at ${RESEND_DOMAINS} whether ${senderDomain} is verified.`;
    const unknown = `A key that can only send can’t check them. See ${senderDomain} at ${RESEND_DOMAINS}.`;
    return [ok('Email', finding), ok('SPF and DKIM', unknown)];
  }
  if ([400, 401, 403].includes(response.status)) {
    const nextStep = `Create a key with "Sending access" at ${RESEND_KEYS}.`;
    const link = { text: 'Create a key in Resend', href: RESEND_KEYS };
    return [fault('Email', 'Resend doesn’t recognize MAIL_API_KEY.', nextStep, link)];
  }
  if (!domains) throw new Unavailable('mail', `status ${response.status}`);
  const domain = domains.find(({ name }) => name === senderDomain);
  const records = domain ? await senderRecordsChecks(resend, domain) : [];
  const status = domain?.status ?? 'not added';
  if (status === 'verified') {
    return [ok('Email', `${senderDomain} is verified in Resend.`), ...records];
  }
  const problem = `${senderDomain} isn’t verified in Resend (${status}), so Resend sends no email from it.`;
  const nextStep = `Add it at ${RESEND_DOMAINS} and set the DNS records shown there, or change MAIL_FROM.`;
  const link = { text: `Verify ${senderDomain} in Resend`, href: RESEND_DOMAINS };
  return [fault('Email', problem, nextStep, link), ...records];
};

/** Uses the DNS servers of the machine that runs the check. */
const createResolver = (): Resolver => new Resolver({ timeout: 1500, tries: 2 });

/** Node's error codes for a name without TXT records. With any other code, the lookup failed. */
const NO_RECORD_CODES: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Throws if the lookup fails. */
const findTxtRecords = async (resolver: Resolver, name: string): Promise<string[]> => {
  try {
    // A long record is split into several strings.
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (NO_RECORD_CODES.has(code)) return [];
    throw error;
  }
};

/** RFC 7489 section 6.3: the version comes first, and is case-sensitive. */
const DMARC_VERSION = /^v\s*=\s*DMARC1\s*(?:;|$)/;
const DMARC_POLICY = /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i;

/**
 * A domain's DMARC record also applies to subdomains that have none.
 *
 * @example
 * domainsForDmarc('mail.example.com') // ['mail.example.com', 'example.com']
 */
const domainsForDmarc = (domain: string): string[] => {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
};

export const dmarcCheck = async (domain: string, resolver = createResolver()): Promise<Check> => {
  const link = { text: `Add a DMARC record for ${domain}`, href: RESEND_ON_DMARC };
  const record = `TXT _dmarc.${domain}: v=DMARC1; p=none;`;
  try {
    for (const name of domainsForDmarc(domain)) {
      const texts = await findTxtRecords(resolver, `_dmarc.${name}`);
      const [found, ...others] = texts.filter((text) => DMARC_VERSION.test(text));
      if (found !== undefined && others.length > 0) {
        const problem = `_dmarc.${name} has several records, so mail services ignore them all.`;
        return warning('DMARC', problem, 'Delete all but one in your domain’s DNS.', link);
      }
      if (found !== undefined && !DMARC_POLICY.test(found)) {
        const problem = `The record at _dmarc.${name} has no valid policy, so mail services may ignore it.`;
        return warning('DMARC', problem, `Replace it in your domain’s DNS: ${record}`, link);
      }
      if (found !== undefined) return ok('DMARC', `_dmarc.${name} has a record.`);
    }
  } catch {
    return ok('DMARC', `Could not check it: the DNS lookup of _dmarc.${domain} failed.`);
  }
  const problem = `${domain} has no DMARC record, so emails may land in spam.`;
  return warning('DMARC', problem, `Add to your domain’s DNS: ${record}`, link);
};

import type { Check } from '#contract/health.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../http/headers.ts';
import { certificateCheck } from './certificate.ts';
import { NotReached, bounded, fault, ok, warning } from '../../admin/health/check.ts';
import type { Answer, Ask } from './web.ts';

const DEPLOY = 'Deploy this version of the shop again, and look at the deploy log on Netlify.';
const ADDRESS = 'Address';

const addressCheck = (siteUrl: string, { status, headers, text, ms }: Answer): Check => {
  const to = headers.get('location');
  if (status === 200) {
    const [, builtFor = ''] = /rel="canonical" href="(https?:\/\/[^/"]+)/.exec(text) ?? [];
    if (builtFor === siteUrl) return ok(ADDRESS, 'The home page is there.', { ms });
    const next = 'Set PUBLIC_SITE_URL on Netlify for this deploy context, and deploy again.';
    return fault(ADDRESS, `The pages were built for ${builtFor || 'no address'}.`, next, { ms });
  }
  if (to !== null) {
    const next = `Set PUBLIC_SITE_URL to where the shop ends up, and deploy: ${siteUrl} is what it takes for its own.`;
    return fault(ADDRESS, `It leads on to ${new URL(to, siteUrl).origin}.`, next, { ms });
  }
  const next = 'On Netlify: is the site published, and is this one of its domains?';
  return fault(ADDRESS, `The home page answers ${status}.`, next, { ms });
};

/** Stripe and the shop refuse what was signed five minutes ago. */
const [OFF_SECONDS, FAR_OFF_SECONDS] = [30, 240];

const clockCheck = ({ headers }: Answer, now: number): readonly Check[] => {
  const said = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(said)) return [];
  const seconds = Math.round(Math.abs(said - now) / 1000);
  const about = 'Clocks';
  if (seconds <= OFF_SECONDS) return [ok(about, 'This machine’s and the shop’s agree.')];
  const says = `This machine’s and the shop’s are ${seconds} seconds apart.`;
  const next = 'Let this machine set its clock by the network; what it signs is refused else.';
  return [seconds > FAR_OFF_SECONDS ? fault(about, says, next) : warning(about, says, next)];
};

/** What is sent with each kind of answer. */
const SENT = {
  '/': FILE_HEADERS,
  '/payment-success': { ...FILE_HEADERS, ...PRIVATE_HEADERS },
  '/api/products': PRIVATE_HEADERS,
} as const;

const headersCheck = async (about: string, home: Answer, ask: Ask): Promise<Check> => {
  const answers = await Promise.all(
    Object.entries(SENT).map(async ([path, sent]) => {
      const answer = await ask(path);
      const wrong = Object.entries(sent).filter(
        ([name, value]) => answer.headers.get(name) !== value,
      );
      return wrong.map(([name]) => `${name} at ${path}`);
    }),
  );
  const hasPolicy = home.text.includes('http-equiv="content-security-policy"');
  const wrong = [...answers.flat(), ...(hasPolicy ? [] : ['the policy within the home page'])];
  if (wrong.length === 0) return ok(about, 'All are sent as they are declared.');
  const next = `They stand in netlify.toml and netlify/http/headers.ts. ${DEPLOY} Something in front of it may take them out, too.`;
  return fault(about, `Missing or changed: ${wrong.join(', ')}.`, next);
};

/** Whether the shop is at its address, with its certificate and headers. What the build's tests hold is not asked. Where it cannot be reached, that alone. */
export const siteChecks = async (siteUrl: string, ask: Ask): Promise<readonly Check[]> => {
  const home = await ask('/').catch((error: unknown) => {
    if (error instanceof NotReached) return error;
    throw error;
  });
  if (home instanceof NotReached) {
    const next =
      'Compare PUBLIC_SITE_URL with the domain on Netlify, and its DNS records with what Netlify asks for there.';
    return [fault(ADDRESS, `It cannot be reached: ${home.message}.`, next)];
  }
  const address = addressCheck(siteUrl, home);
  const clock = clockCheck(home, Date.now());
  if (address.state === 'fault') return [address, ...clock];
  const more = await Promise.all([
    bounded('Certificate', DEPLOY, async () => [
      await certificateCheck('Certificate', new URL(siteUrl)),
    ]),
    bounded('Security headers', DEPLOY, async () => [
      await headersCheck('Security headers', home, ask),
    ]),
  ]);
  return [address, ...clock, ...more.flat()];
};

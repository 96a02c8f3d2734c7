import type { Check } from '#contract/health.ts';
import { NotReached, bounded, fault, ok, warning } from './check.ts';
import { DEPLOY, LOOKS } from './page-checks.ts';
import type { Answer, Ask } from './web.ts';

const ADDRESS = 'Address';

const addressCheck = (siteUrl: string, { status, headers, ms }: Answer): Check => {
  const to = headers.get('location');
  if (status === 200) return ok(ADDRESS, 'The home page is there.', { ms });
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

/** Whether the shop is at its address, and as it was built. Where it cannot be reached, that alone. */
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
  const site = { siteUrl, home, ask };
  const looked = Object.entries(LOOKS).map(([about, look]) =>
    bounded(about, DEPLOY, async () => [await look(about, site)]),
  );
  return [address, ...clock, ...(await Promise.all(looked)).flat()];
};

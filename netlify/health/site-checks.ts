import type { Check } from '#contract/health.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../http/headers.ts';
import { bounded, fault, ok, warning } from './check.ts';
import { certificateChecks } from './certificate.ts';
import { type Answer, type Ask, NotReached } from './web.ts';

const DEPLOY = 'Deploy this version of the shop again, and look at the deploy log on Netlify.';

const addressCheck = (siteUrl: string, { status, headers, ms }: Answer): Check => {
  const about = 'Address';
  const to = headers.get('location');
  if (status === 200) return ok(about, 'The home page is there.', { ms });
  if (to !== null) {
    const next = `Set PUBLIC_SITE_URL to where the shop ends up, and deploy: ${siteUrl} is what it takes for its own.`;
    return fault(about, `It leads on to ${new URL(to, siteUrl).origin}.`, next, { ms });
  }
  const next = 'On Netlify: is the site published, and is this one of its domains?';
  return fault(about, `The home page answers ${status}.`, next, { ms });
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

const headerCheck = async (ask: Ask): Promise<Check> => {
  const about = 'Security headers';
  const answers = await Promise.all(
    Object.entries(SENT).map(async ([path, sent]) => {
      const { headers, text } = await ask(path);
      const wrong = Object.entries(sent).filter(([name, value]) => headers.get(name) !== value);
      const hasPolicy = path !== '/' || text.includes('http-equiv="content-security-policy"');
      const names = [
        ...wrong.map(([name]) => name),
        ...(hasPolicy ? [] : ['the policy in the page']),
      ];
      return names.length > 0 ? [`${path}: ${names.join(', ')}`] : [];
    }),
  );
  const wrong = answers.flat();
  if (wrong.length === 0) return ok(about, 'All are sent as they are declared.');
  const next = `They stand in netlify.toml and netlify/http/headers.ts. ${DEPLOY} Something in front of it may take them out, too.`;
  return fault(about, `Missing or changed at ${wrong.join('; ')}.`, next);
};

const MOST_PAGES = 60;
const locationsIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => at);
const pathOf = (address: string): string => new URL(address).pathname;

const pageCheck = async (siteUrl: string, ask: Ask): Promise<Check> => {
  const about = 'Pages and sitemap';
  const index = locationsIn((await ask('/sitemap-index.xml')).text);
  const maps = await Promise.all(index.map((map) => ask(pathOf(map))));
  const pages = maps.flatMap(({ text }) => locationsIn(text));
  if (pages.length === 0) return fault(about, 'There is no sitemap, or it is empty.', DEPLOY);
  const foreign = pages.find((page) => new URL(page).origin !== siteUrl);
  if (foreign !== undefined) {
    const next = 'Set PUBLIC_SITE_URL on Netlify for this deploy context, and deploy again.';
    return fault(about, `The pages were built for ${new URL(foreign).origin}.`, next);
  }
  const broken = await Promise.all(
    pages.slice(0, MOST_PAGES).map(async (page) => {
      const { status } = await ask(pathOf(page));
      return status === 200 ? [] : [`${pathOf(page)} (${status})`];
    }),
  );
  const missing = broken.flat();
  if (missing.length > 0) return fault(about, `Not there: ${missing.join(', ')}.`, DEPLOY);
  return ok(about, `All ${Math.min(pages.length, MOST_PAGES)} that the sitemap names are there.`);
};

const notFoundCheck = async (ask: Ask): Promise<Check> => {
  const about = 'Unknown addresses';
  const { status, text } = await ask('/no-such-page');
  if (status === 404 && text.includes('<link rel="canonical"')) {
    return ok(about, 'They show the 404 page of the shop.');
  }
  return fault(about, `They answer ${status}, without the shop’s 404 page.`, DEPLOY);
};

const robotsCheck = async (siteUrl: string, ask: Ask): Promise<Check> => {
  const about = 'robots.txt';
  const { status, text } = await ask('/robots.txt');
  if (status === 200 && text.includes(`Sitemap: ${siteUrl}/`)) {
    return ok(about, 'It names the sitemap.');
  }
  return fault(about, 'It is not there, or does not name the sitemap of this address.', DEPLOY);
};

const shareCheck = async (siteUrl: string, home: Answer, ask: Ask): Promise<Check> => {
  const about = 'Share image';
  const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(home.text) ?? [];
  if (!image.startsWith(`${siteUrl}/`)) {
    return fault(about, 'The home page names none of this address.', DEPLOY);
  }
  const { status, headers } = await ask(pathOf(image));
  if (status === 200 && headers.get('content-type')?.startsWith('image/')) {
    return ok(about, 'The picture that others show of the shop is there.');
  }
  return fault(about, `${pathOf(image)} answers ${status}.`, DEPLOY);
};

/** Whether the shop is at its address, and as it was built. Where it cannot be reached, that alone. */
export const siteChecks = (siteUrl: string, ask: Ask): Promise<readonly Check[]> =>
  bounded('Address', DEPLOY, async () => {
    try {
      const home = await ask('/');
      const address = addressCheck(siteUrl, home);
      const clock = clockCheck(home, Date.now());
      if (address.state === 'fault') return [address, ...clock];
      const more = [
        headerCheck(ask),
        pageCheck(siteUrl, ask),
        notFoundCheck(ask),
        robotsCheck(siteUrl, ask),
        shareCheck(siteUrl, home, ask),
      ];
      return [
        address,
        ...(await certificateChecks(siteUrl)),
        ...clock,
        ...(await Promise.all(more)),
      ];
    } catch (error) {
      if (!(error instanceof NotReached)) throw error;
      const next =
        'Compare PUBLIC_SITE_URL with the domain on Netlify, and its DNS records with what Netlify asks for there.';
      return [fault('Address', `It cannot be reached: ${error.message}.`, next)];
    }
  });

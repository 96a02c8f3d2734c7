import type { Check } from '#contract/health.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../http/headers.ts';
import { fault, ok } from './check.ts';
import { certificateCheck } from './certificate.ts';
import type { Answer, Ask } from './web.ts';

export const DEPLOY =
  'Deploy this version of the shop again, and look at the deploy log on Netlify.';

type Site = {
  /** The shop's origin. */
  readonly siteUrl: string;
  readonly home: Answer;
  readonly ask: Ask;
};

type Look = (about: string, site: Site) => Promise<Check>;

/** What is sent with each kind of answer. */
const SENT = {
  '/': FILE_HEADERS,
  '/payment-success': { ...FILE_HEADERS, ...PRIVATE_HEADERS },
  '/api/products': PRIVATE_HEADERS,
} as const;

const headers: Look = async (about, { home, ask }) => {
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

const MOST_PAGES = 60;
const AT_ONCE = 4;

const locationsIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => at);
const pathOf = (address: string): string => new URL(address).pathname;

/** Those that are not there. */
const missingOf = async (paths: readonly string[], ask: Ask): Promise<string[]> => {
  const missing: string[] = [];
  for (let first = 0; first < paths.length; first += AT_ONCE) {
    const asked = paths.slice(first, first + AT_ONCE);
    const answers = await Promise.all(asked.map((path) => ask(path)));
    missing.push(...asked.filter((_, at) => answers[at]?.status !== 200));
  }
  return missing;
};

const pages: Look = async (about, { siteUrl, ask }) => {
  const index = locationsIn((await ask('/sitemap-index.xml')).text);
  const maps = await Promise.all(index.map((map) => ask(pathOf(map))));
  const named = maps.flatMap(({ text }) => locationsIn(text));
  if (named.length === 0) return fault(about, 'There is no sitemap, or it is empty.', DEPLOY);
  const foreign = named.find((page) => new URL(page).origin !== siteUrl);
  if (foreign !== undefined) {
    const next = 'Set PUBLIC_SITE_URL on Netlify for this deploy context, and deploy again.';
    return fault(about, `The pages were built for ${new URL(foreign).origin}.`, next);
  }
  const looked = named.slice(0, MOST_PAGES).map(pathOf);
  const missing = await missingOf(looked, ask);
  if (missing.length > 0) return fault(about, `Not there: ${missing.join(', ')}.`, DEPLOY);
  return ok(about, `All ${looked.length} that the sitemap names are there.`);
};

const unknownAddress: Look = async (about, { ask }) => {
  const { status, text } = await ask('/no-such-page');
  if (status === 404 && text.includes('<link rel="canonical"')) {
    return ok(about, 'They show the 404 page of the shop.');
  }
  return fault(about, `They answer ${status}, without the shop’s 404 page.`, DEPLOY);
};

const robots: Look = async (about, { siteUrl, ask }) => {
  const { status, text } = await ask('/robots.txt');
  if (status === 200 && text.includes(`Sitemap: ${siteUrl}/`)) {
    return ok(about, 'It names the sitemap.');
  }
  return fault(about, 'It is not there, or does not name the sitemap of this address.', DEPLOY);
};

const shareImage: Look = async (about, { siteUrl, home, ask }) => {
  const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(home.text) ?? [];
  if (!image.startsWith(`${siteUrl}/`)) {
    return fault(about, 'The home page names none of this address.', DEPLOY);
  }
  const answer = await ask(pathOf(image));
  if (answer.status === 200 && answer.headers.get('content-type')?.startsWith('image/')) {
    return ok(about, 'The picture that others show of the shop is there.');
  }
  return fault(about, `${pathOf(image)} answers ${answer.status}.`, DEPLOY);
};

/** By what they are about. */
export const LOOKS: Readonly<Record<string, Look>> = {
  Certificate: (about, { siteUrl }) => certificateCheck(about, new URL(siteUrl)),
  'Security headers': headers,
  'Pages and sitemap': pages,
  'Unknown addresses': unknownAddress,
  'robots.txt': robots,
  'Share image': shareImage,
};

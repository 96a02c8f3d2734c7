import { expect } from '@playwright/test';
import { sessionIn } from '../buyer.ts';

type Site = string | undefined;
type Mail = Readonly<Record<'id' | 'to' | 'subject' | 'text' | 'html', string>>;

/** Another client than the tests' browsers, so that these don't reach a client's limits. */
const ELSEWHERE = { 'x-nf-client-connection-ip': '192.0.2.99' };

/** An address of the shop's site, or of the stand-ins beside it. */
const at = (site: Site, path: string, portsOn: number): URL => {
  const url = new URL(path, site);
  url.port = String(Number(url.port) + portsOn);
  return url;
};

const post = async (site: Site, path: string, body: object, portsOn = 0): Promise<string> => {
  const response = await fetch(at(site, path, portsOn), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ELSEWHERE },
    body: JSON.stringify(body),
  });
  const said = await response.text();
  if (response.ok) return said;
  throw new Error(`${path} answered ${response.status}: ${said}`);
};

/** Does what a buyer, a bank or the owner can do at Stripe, by netlify/local/stripe/actions.ts. */
export const control = (site: Site, name: string, body: object): Promise<string> =>
  post(site, `/_control/${name}`, body, 1);

/** Orders a product without a browser. Returns its session. A bank debit is pending until it is settled. */
export const buyAtOnce = async (
  site: Site,
  productType: string,
  method: 'card' | 'bank' = 'card',
): Promise<string> => {
  const session = sessionIn(await post(site, '/api/create-payment', { productType }));
  await control(site, 'pay', { session, method });
  return session;
};

/** Calls the function that the platform's schedule calls every ten minutes. */
export const runJobs = (site: Site): Promise<string> => post(site, '/.netlify/functions/jobs', {});

/** The mails with these words, the newest first. */
export const mailsWith = async (site: Site, words: string): Promise<Mail[]> => {
  const mails: Mail[] = await (await fetch(at(site, '/inbox.json', 1))).json();
  return mails.filter(({ text }) => text.includes(words));
};

/** Waits for a mail to an address with this start of a subject. Returns the newest. */
export const mailTo = async (site: Site, address: string, subject: string): Promise<Mail> => {
  const find = async (): Promise<Mail[]> =>
    (await mailsWith(site, '')).filter(
      (mail) => mail.to === address && mail.subject.startsWith(subject),
    );
  await expect.poll(find).not.toEqual([]);
  const [mail] = await find();
  if (!mail) throw new Error('unreachable');
  return mail;
};

import { expect } from '@playwright/test';
import { post, sessionIn } from '../buyer.ts';
import { productOf } from '../catalog.ts';
import { PAYMENTS_URL, SITE_URL } from './site.ts';

type Mail = Readonly<Record<'to' | 'subject' | 'text' | 'html', string>>;

/**
 * Performs an action of a buyer, a bank or the owner at Stripe. netlify/local/stripe/actions.ts
 * lists the actions.
 */
export const control = (name: string, body: object): Promise<unknown> =>
  post(PAYMENTS_URL, `/_control/${name}`, body);

/** Pays for a guide without returning to the shop. Returns the session. */
export const buyGuide = async (email?: string): Promise<string> => {
  const { product_type: productType } = productOf('guide-1');
  const { url } = await post(SITE_URL, '/api/create-payment', { productType });
  const session = sessionIn(url);
  await control('pay', { session, card: '4242424242424242', email });
  return session;
};

/** Calls the function that the platform's schedule calls every ten minutes. */
export const runJobs = (): Promise<unknown> => post(SITE_URL, '/.netlify/functions/jobs', {});

/**
 * Waits for an email whose recipient, subject and text together contain all of these strings.
 * Returns the newest one.
 */
export const waitForMail = async (...strings: string[]): Promise<Mail> => {
  const find = async (): Promise<Mail[]> => {
    const mails: Mail[] = await (await fetch(`${PAYMENTS_URL}/inbox.json`)).json();
    return mails.filter(({ to, subject, text }) =>
      strings.every((string) => `${to} ${subject} ${text}`.includes(string)),
    );
  };
  await expect.poll(find).not.toEqual([]);
  const [mail] = await find();
  if (!mail) throw new Error('unreachable');
  return mail;
};

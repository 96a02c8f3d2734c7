import { expect } from '@playwright/test';
import { post } from '../buyer.ts';
import { PAYMENTS_URL, SITE_URL } from './site.ts';

type Mail = Readonly<Record<'to' | 'subject' | 'text' | 'html', string>>;

/** Does what a buyer, a bank or the owner can do at Stripe, by netlify/local/stripe/actions.ts. */
export const control = (name: string, body: object): Promise<unknown> =>
  post(PAYMENTS_URL, `/_control/${name}`, body);

/** Calls the function that the platform's schedule calls every ten minutes. */
export const runJobs = (): Promise<unknown> => post(SITE_URL, '/.netlify/functions/jobs', {});

/** Waits for a mail with all these words in its address, its subject or its text. Returns the newest. */
export const mailWith = async (...words: string[]): Promise<Mail> => {
  const find = async (): Promise<Mail[]> => {
    const mails: Mail[] = await (await fetch(`${PAYMENTS_URL}/inbox.json`)).json();
    return mails.filter(({ to, subject, text }) =>
      words.every((one) => `${to} ${subject} ${text}`.includes(one)),
    );
  };
  await expect.poll(find).not.toEqual([]);
  const [mail] = await find();
  if (!mail) throw new Error('unreachable');
  return mail;
};

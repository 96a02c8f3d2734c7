import { type Page, expect } from '@playwright/test';
import { E2E_PORT } from './site.ts';

type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

const INBOX = `http://localhost:${E2E_PORT + 1}/inbox.json`;

/** The newest mail to an address whose subject begins so, once it is there. */
export const mailTo = async (page: Page, address: string, subject: string): Promise<Mail> => {
  const find = async (): Promise<Mail | undefined> => {
    const mails: Mail[] = await (await page.request.get(INBOX)).json();
    return mails.find((mail) => mail.to === address && mail.subject.startsWith(subject));
  };
  await expect.poll(find).toBeDefined();
  return (await find()) ?? { to: '', subject: '', text: '', html: '' };
};

/** The addresses in a mail that open an order. */
export const linksIn = ({ text }: Mail): string[] => text.match(/http\S+session_id=\w+/g) ?? [];

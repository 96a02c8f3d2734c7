import { expect } from '@playwright/test';

type Mail = Readonly<Record<'id' | 'to' | 'subject' | 'text' | 'html', string>>;

export const mailsWith = async (site: string | undefined, words: string): Promise<Mail[]> => {
  const inbox = new URL('/inbox.json', site);
  inbox.port = String(Number(inbox.port) + 1);
  const mails: Mail[] = await (await fetch(inbox)).json();
  return mails.filter(({ text }) => text.includes(words));
};

/** Waits for a mail to an address with this start of a subject. Returns the newest. */
export const mailTo = async (
  site: string | undefined,
  address: string,
  subject: string,
): Promise<Mail> => {
  const find = async (): Promise<Mail | undefined> =>
    (await mailsWith(site, '')).find(
      (mail) => mail.to === address && mail.subject.startsWith(subject),
    );
  await expect.poll(find).toBeDefined();
  return (await find()) ?? { id: '', to: '', subject: '', text: '', html: '' };
};

export const linksIn = ({ text }: Mail): string[] => text.match(/http\S+session_id=\w+/g) ?? [];

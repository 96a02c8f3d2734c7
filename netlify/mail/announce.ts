import type { Catalogue } from '#contract/catalogue.ts';
import type { EditionNews, EditionNewsRequest } from '#contract/edition-news.ts';
import { covers, findById } from '../catalogue.ts';
import type { Guide } from '../guides/blobs-guides.ts';
import type { Sums } from '../orders/sales.ts';
import type { News, NewsPorts, NewsRecord } from './edition-news.ts';
import type { Outcome } from './message.ts';
import { newsWords } from './news-mail.ts';

type PreviewPorts = Pick<NewsPorts, 'send' | 'template' | 'catalogue' | 'siteUrl' | 'stopToken'> & {
  readonly findGuide: (fileName: string) => Promise<Guide | null>;
  readonly buyerKey: (email: string) => string;
  /** The owner's address, and nobody else's. */
  readonly previewTo: string;
};

type Asked = Omit<Extract<EditionNewsRequest, { action: 'preview' }>, 'action'>;

/** The news of an edition that buyers get now; null for any other. */
export const newsOf = async (
  { catalogue, findGuide }: Pick<PreviewPorts, 'catalogue' | 'findGuide'>,
  { product: id, edition, changes }: Pick<Asked, 'product' | 'edition' | 'changes'>,
): Promise<News | null> => {
  const product = findById(catalogue, id);
  const current = product && (await findGuide(product.file_name))?.edition;
  if (!current || current.id !== edition) return null;
  const since = Math.floor(Date.parse(current.since) / 1000);
  return { edition, product: id, since, changes: changes.replace(/\s+/g, ' ').trim() };
};

/**
 * Sends the owner the mail that buyers would get. Its link leads to the shop and its order number is made up, since
 * the owner has no order; what stops such mails is that of the owner's own address.
 */
export const sendPreview = (
  ports: PreviewPorts,
  { product: id, changes }: News,
): Promise<Outcome> => {
  const { previewTo: to } = ports;
  const guide = findById(ports.catalogue, id)?.name ?? id;
  const link = `${ports.siteUrl}/`;
  const { subject, ...words } = newsWords(ports, {
    guide,
    changes,
    order: '0000-0000-0000',
    link,
    buyer: ports.buyerKey(to),
  });
  return ports.send({
    ...words,
    subject: `[Preview] ${subject}`,
    to,
    key: `preview/${crypto.randomUUID()}`,
    tags: { kind: 'preview' },
  });
};

/** By the sums of all time, which cost one question: every order of a guide, and of what covers it. */
export const buyersUpTo = ({ products }: Catalogue, sums: Sums): Record<string, number> =>
  Object.fromEntries(
    products.map((product) => [
      product.id,
      [...sums].reduce((sum, [type, { orders }]) => sum + (covers(type, product) ? orders : 0), 0),
    ]),
  );

const REASONS: readonly (readonly [reason: RegExp, says: string])[] = [
  [/quota/, 'The mail service takes no more emails today, or this month, by your plan there.'],
  [
    /^share/,
    'Your plan at the mail service takes 100 emails a day, and the rest of today’s are kept for receipts.',
  ],
  [/^receipts/, 'Receipts wait to be sent, and go out first.'],
  [/^429/, 'The mail service asks for a break.'],
  [/^4(?!09)/, 'The mail service refuses the shop’s key or its address. Mend that at the service.'],
  [/^payments/, 'Stripe, which knows the addresses, does not answer.'],
];

const waitsFor = (reason: string): string =>
  REASONS.find(([known]) => known.test(reason))?.[1] ?? 'The mail service does not answer.';

export const serializeNews = ({
  product,
  edition,
  begunAt,
  state,
  buyers,
  sent,
  leftOut,
  pausedBy,
}: NewsRecord): EditionNews => ({
  product,
  edition,
  begunAt: new Date(begunAt * 1000).toISOString(),
  state,
  buyers,
  sent,
  leftOut,
  waits: pausedBy === null ? null : waitsFor(pausedBy),
});

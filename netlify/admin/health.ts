import * as z from 'zod/mini';
import type { Check, CheckLink, HealthReport } from '#contract/health.ts';
import { inSentence } from '#contract/product-name.ts';
import { findCurrentEdition, listStoredFiles } from '../guides/guide-store.ts';
import { isBuyerSecretOfStore } from '../orders/buyer-secret.ts';
import { readProgress } from '../orders/schedule-progress.ts';
import { getEnv, rawSettings } from '../platform/env.ts';
import { deployContext, isLiveKey } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { seal, unseal } from '../platform/seal.ts';
import { type CatalogFile, activeProducts, catalog, filesOf, titleOf } from '../shop/catalog.ts';
import { formatTime } from '../shop/dates.ts';
import { checkService } from './check-service.ts';
import { fault, ok, warning, worst } from './findings.ts';
import { idOf } from './guides.ts';
import { serviceChecks } from './service-checks.ts';
import { type Stage, buyerSecretCheck, settingsChecks } from './settings.ts';
import { netlifyLink, settingsLink, upstashLink } from './vendor-pages.ts';

const TOKEN_LIFETIME_IN_SECONDS = 60;

/** A bearer token for `/api/health`. `issuedAt` is the shop's time in Unix seconds. */
export const sealHealthToken = (signingSecret: string, issuedAt: number): Promise<string> =>
  seal('health', { expiresAt: issuedAt + TOKEN_LIFETIME_IN_SECONDS }, signingSecret);

const tokenSchema = z.object({ expiresAt: z.int() });

/** Whether the request has a valid token from `sealHealthToken`. */
export const hasHealthToken = async ({ headers }: Request): Promise<boolean> => {
  const bearer = /^Bearer ([\w-]+)$/.exec(headers.get('authorization') ?? '');
  const sealed = bearer?.[1] ?? '';
  const token = await unseal('health', tokenSchema, sealed, getEnv().SIGNING_SECRET);
  return token !== null && token.expiresAt > now();
};

/** Finds uploaded files that no product lists anymore. */
const findUnlistedFiles = async (): Promise<Check[]> => {
  const listed = new Set(catalog.products.flatMap(filesOf).map(({ file }) => file.name));
  const stored = await listStoredFiles();
  return stored
    .filter((name) => !listed.has(name))
    .map((name) =>
      warning(
        'Guide files',
        `${name} was uploaded, but no product lists it, so buyers can’t download it anymore.`,
        'Add it to the "files" of its product in content/catalog.json, or delete it from the site’s Blobs on Netlify.',
        netlifyLink('Open the site on Netlify'),
      ),
    );
};

/** The file's section on /admin-upload. */
const uploadLink = (sold: CatalogFile): CheckLink => ({
  text: `Upload the PDF of ${inSentence(titleOf(sold))}`,
  href: `/admin-upload#${encodeURIComponent(idOf(sold))}`,
});

/** Until the shop is live, a sample guide causes only a warning. */
const guideChecks = async (isLiveShop: boolean): Promise<Check[]> => {
  const subject = 'Guide files';
  const nextStep = 'Upload a PDF at /admin-upload.';
  const checkFile = async (sold: CatalogFile): Promise<Check[]> => {
    const title = titleOf(sold);
    const link = uploadLink(sold);
    const edition = await findCurrentEdition(sold.file.name);
    if (!edition)
      return [fault(subject, `${title} has no file, so its buyers don’t get it.`, nextStep, link)];
    if (!edition.sampleOf) return [];
    const finding = `Buyers of ${inSentence(title)} get a sample.`;
    return [(isLiveShop ? fault : warning)(subject, finding, nextStep, link)];
  };
  const files = activeProducts(catalog).flatMap(filesOf);
  const found = (await Promise.all([...files.map(checkFile), findUnlistedFiles()])).flat();
  return found.length > 0 ? found : [ok(subject, 'Every product has all of its files.')];
};

/** The schedule runs every ten minutes. Three missed runs in a row are not just a delay. */
const LATE_IN_SECONDS = 30 * 60;

const scheduleCheck = async (): Promise<Check> => {
  const subject = 'Schedule';
  const { doneAt } = await readProgress();
  const log = 'the log of the scheduled function "jobs" on Netlify';
  const link = netlifyLink('Open the log of "jobs" on Netlify', '/logs/functions');
  if (doneAt === null) {
    const nextStep = `It starts ten minutes after the site is published. If it hasn’t started by then, check ${log}.`;
    return warning(subject, 'It hasn’t finished a run yet.', nextStep, link);
  }
  const lastRun = `The last completed run started on ${formatTime(doneAt)}.`;
  if (now() - doneAt <= LATE_IN_SECONDS) return ok(subject, lastRun);
  return fault(
    subject,
    `It should run every ten minutes, but it has stopped. ${lastRun}`,
    `Check ${log}.`,
    link,
  );
};

const checkBuyerSecret = async (settings: ReturnType<typeof rawSettings>): Promise<Check> => {
  // A database failure is reported by the check "Order database".
  const isOfStore = await isBuyerSecretOfStore().catch(() => true);
  if (isOfStore) return buyerSecretCheck(settings);
  const finding =
    'The orders were stored with a different buyer secret, so people who unsubscribed may get announcements again.';
  const nextStep =
    'Set BUYER_SECRET to its earlier value or, if there was none, to the earlier SIGNING_SECRET. If that is lost, run npm run rebuild -- --new-buyer-secret.';
  return fault('Buyer secret', finding, nextStep, settingsLink('BUYER_SECRET'));
};

const STAGES: Readonly<Record<string, Stage>> = { production: 'live', dev: 'local' };

const IF_BLOBS_DOWN = {
  nextStep: 'Check https://www.netlifystatus.com and try again.',
  link: { text: 'See whether Netlify is down', href: 'https://www.netlifystatus.com' },
};
const IF_SCHEDULE_UNKNOWN = {
  nextStep: 'See the check "Order database".',
  link: upstashLink('Check the database in Upstash'),
};

export const healthReport = async (): Promise<HealthReport> => {
  const settings = rawSettings();
  const stage = STAGES[deployContext()] ?? 'preview';
  const isLiveShop = stage === 'live' && isLiveKey(settings['STRIPE_SECRET_KEY']?.trim() ?? '');
  const found = await Promise.all([
    settingsChecks(settings, stage),
    checkBuyerSecret(settings),
    serviceChecks(settings),
    checkService('Guide files', IF_BLOBS_DOWN, () => guideChecks(isLiveShop)),
    // Only the published deploy has a schedule.
    stage === 'preview' ? [] : checkService('Schedule', IF_SCHEDULE_UNKNOWN, scheduleCheck),
  ]);
  const checks = found.flat();
  return { status: worst(checks), checks };
};

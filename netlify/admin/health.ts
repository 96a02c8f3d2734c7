import * as z from 'zod/mini';
import type { Product } from '#contract/catalog.ts';
import type { Check, HealthReport } from '#contract/health.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { readProgress } from '../orders/schedule-progress.ts';
import { getEnv, givenSettings } from '../platform/env.ts';
import { deployContext } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { seal, unseal } from '../platform/seal.ts';
import { activeProducts, catalog } from '../shop/catalog.ts';
import { formatTime } from '../shop/dates.ts';
import { checkService, fault, ok, warning, worst } from './findings.ts';
import { serviceChecks } from './service-checks.ts';
import { type Stage, settingsChecks } from './settings.ts';

const ACCESS_IN_SECONDS = 60;

/** A token that proves knowledge of the shop's secret. `at` is the shop's time, in Unix seconds. */
export const sealAccess = (secret: string, at: number): Promise<string> =>
  seal('health', { expiresAt: at + ACCESS_IN_SECONDS }, secret);

const proofSchema = z.object({ expiresAt: z.int() });

/** Whether a request has that token as its bearer token. */
export const hasAccess = async ({ headers }: Request): Promise<boolean> => {
  const [, sealed = ''] = /^Bearer ([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? [];
  const proof = await unseal('health', proofSchema, sealed, getEnv().SIGNING_SECRET);
  return proof !== null && proof.expiresAt > now();
};

/** Whether each product on sale has a file, and not just a sample. */
const guideChecks = async (): Promise<Check[]> => {
  const about = 'Guide files';
  const next = 'Upload a PDF at /admin-upload.';
  const checkFile = async ({ name, file_name: fileName }: Product): Promise<Check[]> => {
    const file = await findCurrentEdition(fileName);
    if (!file) return [fault(about, `${name} has no file, so its buyers get nothing.`, next)];
    return file.sampleOf ? [warning(about, `Buyers of ${name} get a sample.`, next)] : [];
  };
  const found = (await Promise.all(activeProducts(catalog).map(checkFile))).flat();
  return found.length > 0 ? found : [ok(about, 'Every product for sale has one.')];
};

/** It runs every ten minutes. Three missing runs are more than a delay. */
const LATE_IN_SECONDS = 30 * 60;

const scheduleCheck = async (): Promise<Check> => {
  const about = 'Schedule';
  const { doneAt } = await readProgress();
  const log = 'Check the log of the scheduled function "jobs" on Netlify.';
  if (doneAt === null) {
    const next = `It starts ten minutes after the site is published. If it doesn’t: ${log}`;
    return warning(about, 'It hasn’t finished a run yet.', next);
  }
  const last = `The last run that finished began on ${formatTime(doneAt)}.`;
  if (now() - doneAt <= LATE_IN_SECONDS) return ok(about, last);
  return fault(about, `It should run every ten minutes, but it has stopped. ${last}`, log);
};

const STAGES: Readonly<Record<string, Stage>> = { production: 'live', dev: 'local' };

/** Looks at the shop from inside, at everything at the same time. */
export const reportOf = async (): Promise<HealthReport> => {
  const settings = givenSettings();
  const stage = STAGES[deployContext()] ?? 'preview';
  const found = await Promise.all([
    settingsChecks(settings, stage),
    serviceChecks(settings),
    checkService('Guide files', 'Check https://www.netlifystatus.com and try again.', guideChecks),
    // Only the published deploy has a schedule.
    stage === 'preview' ? [] : checkService('Schedule', 'See "Order database".', scheduleCheck),
  ]);
  const checks = found.flat();
  return { status: worst(checks), checks };
};

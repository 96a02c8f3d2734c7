import { enqueueReadyEmails } from '../downloads/missing-files.ts';
import { runJobsInBackground } from './background.ts';

/** Receipts that come later wait for at most so many emails. The schedule sends the rest. */
const AT_ONCE = 10;

/** Emails buyers who waited for a file that was uploaded. Throws `Unavailable`. */
export const sendReadyEmails = async (): Promise<void> => {
  runJobsInBackground(await enqueueReadyEmails(AT_ONCE));
};

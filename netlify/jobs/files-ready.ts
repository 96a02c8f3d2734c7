import { enqueueReadyEmails } from '../downloads/missing-files.ts';
import { runJobsInBackground } from './background.ts';

/**
 * A receipt that is enqueued later waits for at most this many emails. The schedule sends the rest.
 */
const MAX_EMAILS = 10;

/** Emails buyers who were waiting for a file that has been uploaded. Throws `Unavailable`. */
export const sendReadyEmails = async (): Promise<void> => {
  runJobsInBackground(await enqueueReadyEmails(MAX_EMAILS));
};

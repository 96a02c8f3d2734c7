import { enqueueReadyEmails } from '../downloads/missing-files.ts';
import { runJobsInBackground } from './background.ts';

/** A later receipt waits for at most this many emails. The schedule sends the rest. */
const AT_ONCE = 10;

/** Emails buyers who were waiting for a file that has been uploaded. Throws `Unavailable`. */
export const sendReadyEmails = async (): Promise<void> => {
  runJobsInBackground(await enqueueReadyEmails(AT_ONCE));
};

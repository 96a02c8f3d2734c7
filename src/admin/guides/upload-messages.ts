import { sizeOf, restTime } from './format-bytes.ts';
import type { Wait } from './retry.ts';
import { isInProgress, type UploadState } from './upload-state.ts';

/** Why nothing moves, and what the owner may do. */
function waitWords(wait: Wait): string {
  if (wait.why === 'logged-out')
    return 'Your session has ended. It goes on when you have logged in.';
  if (wait.why === 'offline') return 'You are offline. It goes on when the line is back.';
  const { retryInSeconds } = wait;
  return `The shop did not answer. Trying again in ${retryInSeconds} ${retryInSeconds === 1 ? 'second' : 'seconds'}.`;
}

/** How far an upload has come and what it does, in a line. */
export function progressWords(state: UploadState): string {
  if (state.step === 'publishing') return 'All there. The shop checks the whole file once more.';
  if (!('sentBytes' in state)) return '';
  const there = sizeOf(state.sentBytes, state.file.size);
  if (state.step === 'uploading') return `${there}. ${restTime(state.remainingSeconds)}.`;
  if (state.step === 'waiting') return `${there}. ${waitWords(state.wait)}`;
  if (state.step === 'canceled') return `Stopped at ${there}. What is there is kept for two days.`;
  return `${there}.`;
}

const QUARTER = 25;

/** The same for ears: rarely enough to be listened to. */
export function spokenWords(state: UploadState): string {
  if (state.step === 'checking') return `Looking into ${state.fileName}.`;
  if (state.step === 'ready') return `${state.file.name} can be uploaded.`;
  if (state.step === 'uploading') {
    const percent = (100 * state.sentBytes) / state.file.size;
    return `Uploading: ${Math.floor(percent / QUARTER) * QUARTER} percent.`;
  }
  if (state.step === 'waiting' && state.wait.why === 'failed') return 'Trying again.';
  return isInProgress(state) || state.step === 'canceled' ? progressWords(state) : '';
}

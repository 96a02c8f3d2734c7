import type { Wait } from './retry.ts';
import { type InProgress, isInProgress, type UploadState } from './upload-state.ts';

const KB = 1024;
const MB = 1024 * KB;

/**
 * Bytes as the owner's own file manager would put them.
 *
 *     fileSize(812)         // "1 KB"
 *     fileSize(17_825_792)  // "17.0 MB"
 */
export function fileSize(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;
}

/** "1 page", "15 pages". */
export const countPages = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

/** How much of a file is there, in one unit: `sizeOf(3_145_728, 17_825_792)` is "3.0 of 17.0 MB". */
function sizeOf(bytes: number, total: number): string {
  if (total < MB) return `${Math.floor(bytes / KB)} of ${fileSize(total)}`;
  return `${(bytes / MB).toFixed(1)} of ${fileSize(total)}`;
}

/** The rest time as one would say it; rough, so that it does not flicker. Null while nobody knows. */
function restTime(seconds: number | null): string {
  if (seconds === null) return 'Working out how long it takes';
  if (seconds <= 5) return 'A few seconds left';
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'About a minute left' : `About ${minutes} minutes left`;
}

/** Why nothing moves, and what the owner may do. */
function waitWords(wait: Wait): string {
  if (wait.why === 'failed') {
    const { retryInSeconds } = wait;
    return `The shop did not answer. Trying again in ${retryInSeconds} ${retryInSeconds === 1 ? 'second' : 'seconds'}.`;
  }
  return wait.why === 'offline'
    ? 'You are offline. It goes on when the line is back.'
    : 'Your session has ended. It goes on when you have logged in.';
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

/**
 * What an upload that is stuck means; null where it is not, or waits for a login. The same words before, in
 * and after each try, since they are read aloud whenever they change.
 */
export function stuckWords(state: InProgress): string | null {
  if (!state.isStuck || (state.step === 'waiting' && state.wait.why === 'logged-out')) return null;
  const cause = 'It does not get through: your connection or the shop itself is in trouble.';
  const next = 'It is tried again by itself, so leave this page open.';
  return state.step === 'publishing' || (state.step === 'waiting' && state.mayBeLive)
    ? `${cause} Nothing is lost: the whole file is at the shop. ${next}`
    : `${cause} Nothing is lost: what has arrived is kept, and buyers get what they got before. ${next} You can also cancel, and resume within two days.`;
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

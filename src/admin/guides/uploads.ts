import { toast } from 'sonner';
import { ApiError } from '../../api/request.ts';
import { sendPart } from '../../api/send-part.ts';
import {
  beginUpload,
  discardUpload,
  loadShelf,
  partAddress,
  publishUpload,
} from '../../api/uploads.ts';
import { failureOf } from '../failure.ts';
import { type DeskProduct, guessProduct } from './guess-product.ts';
import { nap } from './backoff.ts';
import type { Job } from './send-file.ts';
import { asOwner, sessionEnded, whenLoggedIn } from '../session/session.ts';
import { findPublished } from './find-published.ts';
import { shelf, shelfChanged } from './guide-files.ts';
import { createUpload, type Upload } from './upload.ts';

const begin = ({ file, sha256, product }: Job) =>
  beginUpload({ product, fileName: file.name, size: file.size, sha256 });

/** The check comes with a PDF library: it is loaded when there is a file to look into. */
const look = async (file: File, signal: AbortSignal) =>
  (await import('./inspect.ts')).look(file, signal);

/** The page's upload, joined to the shop, to the line and to the toasts. */
export function createDeskUpload(products: readonly DeskProduct[]): Upload {
  return createUpload({
    look,
    guess: (fileName) => guessProduct(fileName, products)?.id ?? null,
    transport: {
      begin,
      sendPart: ({ upload, number, bytes }, onSent, signal) =>
        sendPart(partAddress(upload, number), bytes, onSent, signal),
      publish: publishUpload,
      findPublished: async ({ product, sha256 }) => {
        const known = await loadShelf();
        shelf.change(() => known);
        return findPublished(known, product, sha256);
      },
      discard: async (job) => {
        const { upload } = await asOwner(() => begin(job));
        await asOwner(() => discardUpload(upload));
      },
    },
    line: {
      failureOf: (error) => failureOf(error instanceof ApiError ? error : null),
      whenLoggedIn: () => {
        sessionEnded();
        return whenLoggedIn();
      },
      isOnline: () => navigator.onLine,
      nap,
    },
    now: () => performance.now(),
    tellError: (title, message) => toast.error(title, { description: message }),
    tellSuccess: (title) => {
      toast.success(title);
      void shelfChanged();
    },
  });
}

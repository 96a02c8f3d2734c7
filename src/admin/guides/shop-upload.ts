import { toast } from 'sonner';
import { sendPart } from '../../api/send-part.ts';
import {
  beginUpload,
  discardUpload,
  loadGuideFiles,
  partAddress,
  publishUpload,
} from '../../api/uploads.ts';
import { asOwner, sessionEnded, whenLoggedIn } from '../session/session.ts';
import { failureOf, waitOrOnline } from './connection.ts';
import { type AdminProduct, guessProduct } from './guess-product.ts';
import { guideFiles, guidesChanged } from './guide-files.ts';
import { findPublished, type Job } from './send-file.ts';
import { createUpload, type Upload } from './upload.ts';

const begin = ({ file, sha256, product }: Job) =>
  beginUpload({ product, fileName: file.name, size: file.size, sha256 });

/** The page's upload, joined to the shop, to the connection and to the toasts. */
export function createShopUpload(products: readonly AdminProduct[]): Upload {
  return createUpload({
    // The check comes with a PDF library: it is loaded when there is a file to inspect.
    inspect: async (file, signal) => (await import('./inspect.ts')).inspect(file, signal),
    guess: (fileName) => guessProduct(fileName, products)?.id ?? null,
    transport: {
      begin,
      sendPart: ({ upload, number, bytes }, onSent, signal) =>
        sendPart(partAddress(upload, number), bytes, onSent, signal),
      publish: publishUpload,
      findPublished: async (job) => {
        const known = await loadGuideFiles();
        guideFiles.change(() => known);
        return findPublished(known, job);
      },
      discard: async (job) => {
        const { upload } = await asOwner(() => begin(job));
        await asOwner(() => discardUpload(upload));
      },
    },
    connection: {
      failureOf,
      whenLoggedIn: () => {
        sessionEnded();
        return whenLoggedIn();
      },
      isOnline: () => navigator.onLine,
      waitOrOnline,
    },
    now: () => performance.now(),
    tellError: (title, message) => toast.error(title, { description: message }),
    tellSuccess: (title) => {
      toast.success(title);
      void guidesChanged();
    },
  });
}

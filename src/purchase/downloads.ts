import { toast } from 'sonner';
import { fetchFile, listProducts, requestFiles } from '../api/client.ts';
import { ApiError } from '../api/request.ts';
import { createDownloads } from './download.ts';
import { pause } from '../store/pause.ts';
import { saveFile } from './save-file.ts';

/** The page's downloads, joined to the shop and to the toasts. */
export const downloads = createDownloads({
  listProducts,
  requestFiles,
  fetchFile,
  saveFile,
  pause,
  detailOf: (error) => (error instanceof ApiError ? error.detail : null),
  tellError: (title, message) => toast.error(title, { description: message }),
  tellSuccess: (title, message) => toast.success(title, { description: message }),
});

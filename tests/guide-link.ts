import type { DownloadFile } from '../src/contract/orders.ts';

/** A guide's download link, as the shop returns it to a buyer. */
export const guideLink = (downloadUrl: string, fileName: string): DownloadFile => ({
  downloadUrl,
  fileName,
  label: 'PDF',
  size: 100_000,
});

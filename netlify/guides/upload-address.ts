import { Problem } from '../http/problem.ts';
import { type Upload, openUpload } from './uploads.ts';

/** The upload that an address names. Throws 400 for one that this shop did not begin. */
export const readUpload = async (sealed = '', secret: string): Promise<Upload> => {
  const upload = await openUpload(sealed, secret);
  if (upload) return upload;
  throw new Problem('invalid_request', 'There is no such upload. Choose the file again.');
};

/** The number of a part in an address; NaN where it is none. */
export const readPartNumber = (part = ''): number =>
  /^\d{1,3}$/.test(part) ? Number(part) : Number.NaN;

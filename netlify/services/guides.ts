import { createBlobsClient } from '../adapters/blobs-client.ts';
import { createGuides } from '../adapters/guides-blobs.ts';
import type { DownloadPorts } from '../domain/downloads.ts';
import { deployContext } from '../env.ts';
import { logError } from '../http/log.ts';
import { once } from './once.ts';
import { now, signingSecret } from './settings.ts';

export const guides = once(() => createGuides(createBlobsClient(), deployContext()));

/** For one request: what it asks of a guide twice is looked up once. */
export const downloadPorts = (): DownloadPorts => {
  const found = new Map<string, ReturnType<DownloadPorts['guides']['find']>>();
  const find: DownloadPorts['guides']['find'] = (fileName) => {
    const finding = found.get(fileName) ?? guides().find(fileName);
    found.set(fileName, finding);
    return finding;
  };
  return { guides: { find }, now: now(), signingSecret: signingSecret(), onFailed: logError };
};

import { createBlobsClient } from '../adapters/blobs-client.ts';
import { createEditions } from '../adapters/editions-blobs.ts';
import type { ShelfPorts } from '../domain/editions.ts';
import { deployContext } from '../env.ts';
import { logError } from '../http/log.ts';
import { guides } from './guides.ts';
import { once } from './once.ts';
import { now } from './settings.ts';

export const shelfPorts = once((): ShelfPorts => ({
  guides: guides(),
  editions: createEditions(createBlobsClient(), deployContext()),
  now,
  onFailed: logError,
}));

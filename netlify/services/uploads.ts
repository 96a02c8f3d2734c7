import { createBlobsClient } from '../adapters/blobs-client.ts';
import { createParts } from '../adapters/parts-blobs.ts';
import type { UploadPorts } from '../domain/uploads.ts';
import { deployContext } from '../env.ts';
import { once } from './once.ts';
import { now } from './settings.ts';

export const uploadPorts = once((): UploadPorts => ({
  parts: createParts(createBlobsClient(), deployContext()),
  now,
}));

import type { BeginUploadResponse } from '../../src/contract/guide-files.ts';
import { PRODUCTS } from '../catalogue.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import type { TestShop } from '../shop/shop.ts';
import type { Calls } from './outside-calls.ts';

const FORGED = 'x'.repeat(80);
const GUIDES = PRODUCTS.length;

/** What the owner's pages call for the guides. */
export const guideCalls = async (shop: TestShop): Promise<Calls> => {
  const owner = await ownerClient(shop);
  const read = (path: string) => () => () => owner.call(`/api/admin/${path}`);
  const drop = (upload: string) => () =>
    owner.call(`/api/admin/uploads/${upload}`, { method: 'DELETE' });

  let files = 0;
  /** One that the shop has never seen. */
  // Signed, since to make room for an order's line takes longer than all else.
  const newFile = async () => ({
    bytes: await makePdf({ title: `File ${(files += 1)}`, packed: false }, sign),
  });
  const begun = async () => {
    const file = await newFile();
    const { upload }: BeginUploadResponse = await (await owner.begin(file)).json();
    return { upload, ...file };
  };
  const arrived = async (): Promise<string> => {
    const { upload, bytes } = await begun();
    await owner.put(upload, 0, bytes);
    return upload;
  };
  /** The id of an edition that is kept, and not current. */
  const earlier = async (): Promise<string> => {
    for (const file of [await newFile(), await newFile()]) await owner.inOne(file);
    return (await owner.files()).earlier[0]?.id ?? '';
  };
  const restoring = async (edition: string | Promise<string>) => {
    const wanted = { product: GUIDE.product, edition: await edition };
    return () => owner.post('/api/admin/guides', wanted);
  };
  const beginning = async (more: object = {}) => {
    const file = { ...(await newFile()), ...more };
    return () => owner.begin(file);
  };
  const uploading = async (more: object = {}) => {
    const file = { ...(await newFile()), ...more };
    return () => owner.inOne(file);
  };

  return {
    // Of each product, what is current and the record of its editions.
    'admin-guides': {
      'of the owner': [[200, 0, 0, 2 * GUIDES, 1], read('guides')],
      'restores an earlier edition': [[200, 0, 0, 11, 10], () => restoring(earlier())],
      'one that is not kept': [[404, 0, 0, 2, 2], () => restoring('none')],
    },
    'admin-guide': {
      'what buyers get': [[200, 0, 0, 1, 1], read(`guide?product=${GUIDE.product}`)],
      'an earlier edition': [
        [200, 0, 0, 1, 1],
        async () => {
          const edition = await earlier();
          return () => owner.call(`/api/admin/guide?product=${GUIDE.product}&edition=${edition}`);
        },
      ],
      'of no product': [[404, 0, 0, 0, 0], read('guide?product=none')],
    },
    'admin-uploads': {
      'begins one': [[200, 0, 0, 1, 1], () => beginning()],
      'of no product': [[404, 0, 0, 0, 0], () => beginning({ product: 'none' })],
    },
    'admin-upload-part': {
      'a part': [
        [204, 0, 0, 1, 1],
        async () => {
          const { upload, bytes } = await begun();
          return () => owner.put(upload, 0, bytes);
        },
      ],
      'of a forged upload': [
        [400, 0, 0, 0, 0],
        () => () => owner.put(FORGED, 0, new Uint8Array(1)),
      ],
    },
    'admin-upload': {
      'publishes one part': [
        [200, 0, 0, 12, 12],
        async () => {
          const upload = await arrived();
          return () => owner.publish(upload);
        },
      ],
      'before it arrived': [
        [409, 0, 0, 1, 1],
        async () => {
          const { upload } = await begun();
          return () => owner.publish(upload);
        },
      ],
      'publishes a forged upload': [[400, 0, 0, 0, 0], () => () => owner.publish(FORGED)],
      'drops one part': [[204, 0, 0, 1, 1], async () => drop((await begun()).upload)],
    },
    upload: {
      'a new file': [[200, 0, 0, 10, 10], () => uploading()],
      'the file that is there': [
        [200, 0, 0, 2, 2],
        async () => {
          const call = await uploading();
          await call();
          return call;
        },
      ],
      'of no product': [[404, 0, 0, 0, 0], () => uploading({ product: 'none' })],
    },
  };
};

import type { BeginUploadResponse } from '../../src/contract/guide-files.ts';
import type { Situations } from './outside-calls.ts';
import { makePdf } from '../shop/pdfs.ts';
import type { TestShop } from '../shop/shop.ts';
import { GUIDE, openDesk } from '../shop/uploading.ts';

export type ShelfFunctions =
  | 'admin-home'
  | 'admin-guides'
  | 'admin-guide'
  | 'admin-uploads'
  | 'admin-upload-part'
  | 'admin-upload-publish'
  | 'admin-upload'
  | 'upload'
  | 'admin-restore';

const FORGED = 'x'.repeat(80);

/** What the owner's pages call for the guides. */
export const shelfSituations = async (shop: TestShop): Promise<Situations<ShelfFunctions>> => {
  const desk = await openDesk(shop);
  const read = (path: string) => () => () => desk.call(`/api/admin/${path}`);
  const send = (path: string, body: object) => () => () => desk.post(`/api/admin/${path}`, body);

  let files = 0;
  /** One that the shop has never seen. */
  const newFile = async () => ({ bytes: await makePdf({ title: `File ${(files += 1)}` }) });
  const begun = async () => {
    const file = await newFile();
    const { upload }: BeginUploadResponse = await (await desk.begin(file)).json();
    return { upload, ...file };
  };
  const arrived = async (): Promise<string> => {
    const { upload, bytes } = await begun();
    await desk.put(upload, 0, bytes);
    return upload;
  };
  /** The id of an edition that is kept, and not current. */
  const earlier = async (): Promise<string> => {
    for (const file of [await newFile(), await newFile()]) await desk.inOne(file);
    return (await desk.shelf()).earlier[0]?.id ?? '';
  };
  const restoring = async (edition: string | Promise<string>) => {
    const wanted = { product: GUIDE.product, edition: await edition };
    return () => desk.post('/api/admin/restore', wanted);
  };

  return {
    'admin-home': {
      'of the owner': () => () => desk.call('/admin-home'),
      'of a stranger': () => () => shop.call('/admin-home'),
    },
    'admin-guides': { 'of the owner': read('guides') },
    'admin-guide': {
      'what buyers get': read(`guide?product=${GUIDE.product}`),
      'an earlier edition': async () => {
        const edition = await earlier();
        return () => desk.call(`/api/admin/guide?product=${GUIDE.product}&edition=${edition}`);
      },
      'of no product': read('guide?product=none'),
    },
    'admin-uploads': {
      'begins one': async () => {
        const file = await newFile();
        return () => desk.begin(file);
      },
      'of no product': async () => {
        const file = { ...(await newFile()), product: 'none' };
        return () => desk.begin(file);
      },
      'without a body': send('uploads', {}),
    },
    'admin-upload-part': {
      'a part': async () => {
        const { upload, bytes } = await begun();
        return () => desk.put(upload, 0, bytes);
      },
      'of a forged upload': () => () => desk.put(FORGED, 0, new Uint8Array(1)),
    },
    'admin-upload-publish': {
      'one part': async () => {
        const upload = await arrived();
        return () => desk.publish(upload);
      },
      'before it arrived': async () => {
        const { upload } = await begun();
        return () => desk.publish(upload);
      },
      'of a forged upload': () => () => desk.publish(FORGED),
    },
    'admin-upload': {
      'drops one part': async () => {
        const { upload } = await begun();
        return () => desk.call(`/api/admin/uploads/${upload}`, { method: 'DELETE' });
      },
      'of a forged upload': () => () =>
        desk.call(`/api/admin/uploads/${FORGED}`, { method: 'DELETE' }),
    },
    upload: {
      'a new file': async () => {
        const file = await newFile();
        return () => desk.inOne(file);
      },
      'a new file, by a plain form': async () => {
        const file = await newFile();
        return () => desk.inOne(file, 'text/html');
      },
      'the file that is there': async () => {
        const file = await newFile();
        await desk.inOne(file);
        return () => desk.inOne(file);
      },
      'of no product': async () => {
        const file = { ...(await newFile()), product: 'none' };
        return () => desk.inOne(file);
      },
    },
    'admin-restore': {
      'an earlier edition': () => restoring(earlier()),
      'one that is not kept': () => restoring('none'),
      'without a body': send('restore', {}),
    },
  };
};

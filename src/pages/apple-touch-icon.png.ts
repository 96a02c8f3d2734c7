import sharp from 'sharp';
import mark from '../../public/favicon.svg?raw';

/** For the home screen of an iPhone, which fills transparency with black. */
export async function GET(): Promise<Response> {
  const picture = await sharp(Buffer.from(mark), { density: 1200 })
    .resize(180)
    .flatten({ background: '#fbf7ef' })
    .png()
    .toBuffer();
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } });
}

import sharp from 'sharp';

/** Most bytes of a picture before it is sent as a JPEG: services take 10 MB of base64. */
const mostPictureBytes = 7 * 1024 ** 2;

/** A PNG as a data URI; as a JPEG where it is too large for services. */
export async function dataUri(png: Uint8Array): Promise<string> {
  if (png.length <= mostPictureBytes) return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const jpeg = await sharp(png).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

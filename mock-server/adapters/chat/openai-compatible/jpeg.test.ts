import sharp from 'sharp';
import { expect, it } from 'vitest';
import { withoutMetadata } from './jpeg.ts';

it('takes place, author and comment out of a photograph, and leaves its pixels and colours', async () => {
  const photograph = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>somewhere</a></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  expect(photograph.toString('latin1')).toMatch(/somebody[\s\S]*somewhere|somewhere[\s\S]*somebody/);
  const sent = Buffer.from(withoutMetadata(photograph));
  expect(sent.toString('latin1')).not.toMatch(/somebody|somewhere|Exif/);
  expect((await sharp(sent).metadata()).icc).toBeDefined();
  expect(await sharp(sent).raw().toBuffer()).toEqual(await sharp(photograph).raw().toBuffer());
});

it.each(['', 'a', 'no JPEG at all', '\u00ff\u00d8\u00ff\u00e1'])('leaves what is no JPEG as it is: %j', (text) => {
  const bytes = Buffer.from(text, 'latin1');
  expect(Buffer.from(withoutMetadata(bytes))).toEqual(bytes);
});

import { describe, expect, it } from 'vitest';
import { recogniseUpload } from './upload-formats.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const media = (brand: string, ...more: string[]) =>
  `\0\0\0${String.fromCharCode(16 + more.length * 4)}ftyp${brand}\0\0\0\0${more.join('')}`;
const wide = (text: string) => [...text].map((letter) => `${letter}\0`).join('');
/** The start of a TIFF with one directory of these tags, each a LONG. */
const tiff = (...tags: Array<[tag: number, value: number]>) => {
  const two = (value: number) => String.fromCharCode(value & 255, value >> 8);
  const entries = tags.map(([tag, value]) => `${two(tag)}${two(4)}${two(1)}\0\0${two(value)}\0\0`).join('');
  return `II*\0\x08\0\0\0${two(tags.length)}${entries}\0\0\0\0`;
};

describe('the first bytes tell', () => {
  it.each([
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpg', '\xff\xd8\xff\xe1'],
    ['webp', 'RIFF\0\0\0\0WEBPVP8 '],
    ['heic', media('heic', 'mif1', 'heic')],
    ['heic', media('mif1', 'miaf', 'heic')],
    ['avif', media('avif', 'mif1')],
    ['avif', media('mif1', 'miaf', 'avif')],
    ['tiff', tiff([256, 400])],
    ['tiff', 'MM\0*\0\0\0\x08'],
    ['tiff', 'II+\0\x08\0\0\0'],
    ['bmp', `BM${'\0'.repeat(12)}\x28\0\0\0`],
    ['pdf', '%PDF-1.7'],
    ['pdf', '\r\nnoise before %PDF-1.4'],
  ])('%s, whatever the file is called', (format, text) => {
    expect(recogniseUpload(bytes(text), 'plan.dwg')).toEqual({ format });
  });

  it.each([
    ['CAD 图纸', 'AC1027\0\0'],
    ['CAD 图纸', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n'],
    ['SketchUp', `\xff\xfe\xff\x0e${wide('SketchUp Model')}`],
    ['Rhino', '3D Geometry File Format        4'],
    ['Photoshop', '8BPS\0\x01'],
    ['Illustrator', '%!PS-Adobe-3.0 EPSF-3.0'],
    ['CorelDRAW', 'RIFF\0\0\0\0CDRCvrsn'],
    ['RAW', tiff([254, 1], [330, 8])],
    ['RAW', tiff([50706, 1])],
    ['RAW', media('crx ', 'isom')],
    ['三维模型', 'Kaydara FBX Binary  \0'],
    ['三维模型', 'ISO-10303-21;\nHEADER;'],
    ['视频', media('qt  ')],
    ['图片格式', 'GIF89a'],
    ['图片格式', '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="…">'],
    ['压缩包', 'PK\x03\x04'],
  ])('a file of %s, which is told what to export', (family, text) => {
    expect(recogniseUpload(bytes(text), 'picture.png')).toMatchObject({ advice: expect.stringContaining(family) });
  });
});

describe('the name chooses the advice where the bytes do not:', () => {
  const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
  it.each([
    ['塔楼.RVT', compound, 'Revit'],
    ['scene.max', compound, '3ds Max'],
    ['方案.doc', compound, '文档'],
    ['方案.docx', 'PK\x03\x04', '文档'],
    ['logo.cdr', 'PK\x03\x04', 'CorelDRAW'],
    ['model.obj', '# made by hand\nv 0 0 0', '三维模型'],
    ['shot.NEF', tiff([256, 400]), 'RAW'],
  ])('%s', (name, text, family) => {
    expect(recogniseUpload(bytes(text), name)).toMatchObject({ advice: expect.stringContaining(family) });
  });

  it.each(['', 'BM is short for bitmap', 'plain words', compound, 'RIFF\0\0\0\0WAVE'])(
    '%j is nothing known',
    (text) => {
      expect(recogniseUpload(bytes(text), 'picture.png')).toBeNull();
    },
  );
});

/**
 * Formats of uploads, recognised by their first bytes: pictures that are kept as they are, files the server makes
 * pictures of, and files of other programs with advice on the export. Browser and server ask here, so both say the
 * same.
 */

/** Kept as they are. */
const keptFormats = ['png', 'jpg', 'webp'] as const;
/** Made into a picture by the server. */
export const convertedFormats = ['heic', 'avif', 'tiff', 'bmp', 'pdf'] as const;
export type ConvertedFormat = (typeof convertedFormats)[number];
export type UploadFormat = (typeof keptFormats)[number] | ConvertedFormat;

/** Names of the formats, for sentences. */
export const uploadFormatNames: Record<UploadFormat, string> = {
  png: 'PNG',
  jpg: 'JPG',
  webp: 'WebP',
  heic: 'HEIC',
  avif: 'AVIF',
  tiff: 'TIFF',
  bmp: 'BMP',
  pdf: 'PDF',
};

/** Accepted formats, as named in the refusal of an unknown file. */
export const uploadFormatsText = 'JPG、PNG、WebP、HEIC、TIFF、BMP、AVIF 图片或 PDF';

/** For `accept=`: endings as well, because browsers know no type for some of them. */
export const uploadAccept =
  'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,image/tiff,image/bmp,application/pdf,' +
  '.jpg,.jpeg,.png,.webp,.heic,.heif,.hif,.avif,.tif,.tiff,.bmp,.dib,.pdf,.ai';

/** Number of first bytes that {@link recogniseUpload} needs; fewer do when the file has no more. */
export const recognisedBytes = 4096;

interface Family {
  /** Advice for the user, a whole Chinese sentence. */
  advice: string;
  /** Endings of file names, without the dot. */
  endings: readonly string[];
  /** Test of the first bytes; absent for formats that only their ending tells. */
  isIn?: (head: Head) => boolean;
}

const families: readonly Family[] = [
  {
    advice: '这是 CAD 图纸：请在 CAD 里把图打印成 PDF，或导出 PNG 后再上传',
    endings: ['dwg', 'dxf', 'dwf', 'dwfx', 'dgn', 'dwt'],
    isIn: (head) =>
      /^AC10\d\d/.test(head.text) ||
      head.text.startsWith('AutoCAD Binary DXF') ||
      head.text.startsWith('(DWF V') ||
      /^\s*(999\r?\n[^\n]*\n\s*)*0\r?\n\s*SECTION\r?\n/.test(head.text),
  },
  {
    advice: '这是 SketchUp 模型：请在 SketchUp 里用“文件 › 导出 › 二维图形”存成 PNG 或 JPG 后再上传',
    endings: ['skp', 'skb', 'layout'],
    isIn: (head) => head.wide.includes('SketchUp Model'),
  },
  {
    advice: '这是 Revit 文件：请在 Revit 里用“导出 › 图像和动画 › 图像”存成 PNG 或 JPG 后再上传',
    endings: ['rvt', 'rfa', 'rte', 'rft'],
  },
  {
    advice: '这是 Rhino 模型：请在 Rhino 里用“视图 › 拍摄 › 至文件”存成 PNG 或 JPG 后再上传',
    endings: ['3dm', 'gh', 'ghx'],
    isIn: (head) => head.text.startsWith('3D Geometry File Format'),
  },
  {
    advice: '这是 3ds Max 场景：请渲染一张图，或把视口存成 PNG、JPG 后再上传',
    endings: ['max'],
  },
  {
    advice: '这是 Photoshop 文件：请在 Photoshop 里存储副本为 PNG、JPG 或 TIFF 后再上传',
    endings: ['psd', 'psb'],
    isIn: (head) => head.text.startsWith('8BPS'),
  },
  {
    advice: '这是 Illustrator 或 EPS 文件：请存成 PDF，或导出 PNG 后再上传',
    endings: ['ai', 'eps', 'ps'],
    isIn: (head) => head.text.startsWith('%!PS') || head.starts([0xc5, 0xd0, 0xd3, 0xc6]),
  },
  {
    advice: '这是 CorelDRAW 文件：请发布成 PDF，或导出 PNG 后再上传',
    endings: ['cdr', 'cdt'],
    isIn: (head) => head.text.startsWith('RIFF') && /^CDR/i.test(head.text.slice(8)),
  },
  {
    advice: '这是 InDesign 文件：请导出 PDF 后再上传',
    endings: ['indd', 'indt', 'idml'],
    isIn: (head) => head.starts([0x06, 0x06, 0xed, 0xf5, 0xd8, 0x1d, 0x46, 0xe5]),
  },
  {
    advice: '这是设计稿源文件：请在设计软件里导出 PNG 或 PDF 后再上传',
    endings: ['sketch', 'fig', 'xd', 'afdesign', 'afphoto', 'afpub', 'xcf', 'clip', 'kra', 'procreate'],
    isIn: (head) => head.text.startsWith('gimp xcf') || head.text.startsWith('fig-kiwi'),
  },
  {
    advice: '这是相机原始文件（RAW）：请在相机软件或修图软件里导出 JPG 或 TIFF 后再上传',
    endings: ['dng', 'cr2', 'cr3', 'nef', 'nrw', 'arw', 'sr2', 'raf', 'orf', 'rw2', 'pef', 'srw', '3fr', 'iiq', 'raw'],
    isIn: (head) =>
      head.brands[0] === 'crx ' ||
      head.text.startsWith('FUJIFILMCCD-RAW') ||
      /^(IIRO|IIRS|MMOR|IIU\0)/.test(head.text) ||
      (head.text.startsWith('II*\0') && head.text.startsWith('CR', 8)) ||
      isRawTiff(head.bytes),
  },
  {
    advice: '这是三维模型：请在建模软件里把视图或渲染图存成 PNG、JPG 后再上传',
    endings: [
      ...['fbx', 'obj', 'mtl', 'glb', 'gltf', '3ds', 'stl', 'ply', 'dae', 'usd', 'usdz', 'blend', 'c4d', 'ma', 'mb'],
      ...['ifc', 'step', 'stp', 'igs', 'iges', 'sat', 'pln', 'nwd', 'nwc', 'ls', 'lsf', 'd5a', 'drs'],
    ],
    isIn: (head) =>
      /^(Kaydara FBX Binary|; FBX|glTF|BLENDER|ISO-10303-21|ply\r?\n|solid \S*\s+facet|#usda|PXR-USDC)/.test(head.text),
  },
  {
    advice: '这是文档：请导出成 PDF 后再上传，或只上传其中的图片',
    endings: [
      'doc',
      'docx',
      'ppt',
      'pptx',
      'xls',
      'xlsx',
      'wps',
      'dps',
      'et',
      'key',
      'pages',
      'vsd',
      'vsdx',
      'odt',
      'odp',
    ],
    isIn: (head) => head.text.startsWith('{\\rtf'),
  },
  {
    advice: '这是视频：请截取一帧存成 JPG 或 PNG 后再上传',
    endings: ['mp4', 'mov', 'm4v', 'avi', 'mkv', 'webm', 'wmv', 'flv', '3gp', 'mpg', 'mpeg'],
    isIn: (head) =>
      /^(qt {2}|isom|iso\d|mp4\d|M4V |3gp|avc1|dash)/.test(head.brands[0] ?? '') ||
      head.starts([0x1a, 0x45, 0xdf, 0xa3]) ||
      (head.text.startsWith('RIFF') && head.text.startsWith('AVI ', 8)),
  },
  {
    advice: '这是动图：请截取一帧存成 PNG 或 JPG 后再上传',
    endings: ['apng'],
    isIn: (head) => isMovingWebp(head) || isMovingPng(head.text),
  },
  {
    advice: '这种图片格式不能直接使用：请另存为 PNG 或 JPG 后再上传',
    endings: ['gif', 'svg', 'svgz', 'ico', 'jxl', 'jp2', 'jpf', 'j2k', 'tga', 'hdr', 'exr', 'dds', 'pcx', 'wmf', 'emf'],
    isIn: (head) =>
      /^(GIF8[79]a|#\?RADIANCE|DDS )/.test(head.text) ||
      isSvg(head.text) ||
      head.starts([0x76, 0x2f, 0x31, 0x01]) ||
      head.starts([0xff, 0x0a]) ||
      (head.starts([0, 0, 0, 12]) && /^(jP {2}|JXL )/.test(head.text.slice(4))) ||
      head.starts([0, 0, 1, 0]),
  },
  {
    advice: '这是压缩包：请先解压，再上传其中的图片或 PDF',
    endings: ['zip', 'rar', '7z', 'tar', 'gz'],
    isIn: (head) => /^(Rar!|7z\xbc\xaf)/.test(head.text) || head.starts([0x1f, 0x8b]),
  },
];

/** True for an animated WebP: animation flag in the header (RFC 9649, 2.7). */
function isMovingWebp({ text, bytes }: Head): boolean {
  return text.startsWith('RIFF') && text.startsWith('WEBPVP8X', 8) && ((bytes[20] ?? 0) & 2) !== 0;
}

/** True for an animated PNG: chunk `acTL` before the first `IDAT` (PNG, third edition, 11.3.6). */
function isMovingPng(text: string): boolean {
  const frames = text.startsWith('\x89PNG') ? text.indexOf('acTL') : -1;
  const pixels = text.indexOf('IDAT');
  return frames > 0 && (pixels < 0 || frames < pixels);
}

/** Format of a file by its first bytes; `advice` is the sentence that refuses it. */
export type Recognised = { format: UploadFormat } | { advice: string } | null;

/**
 * Recognises a file by its first {@link recognisedBytes}. The name only decides on the advice for a file that is
 * refused anyway: many programs share a container, or have no mark of their own.
 */
export function recogniseUpload(bytes: Uint8Array, name = ''): Recognised {
  const head = new Head(bytes);
  const foreign = families.find((family) => family.isIn?.(head));
  if (foreign) return { advice: foreign.advice };
  const format = formatOf(head);
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '';
  if (format && !(format === 'tiff' && rawEndings.includes(ending))) return { format };
  const named = families.find((family) => family.endings.includes(ending));
  if (named) return { advice: named.advice };
  return head.text.startsWith('PK\x03\x04') ? { advice: packed.advice } : null;
}

const packed = families.at(-1) as Family;
const rawEndings = families.find((family) => family.endings.includes('dng'))?.endings ?? [];

/** Sizes of the second header of a BMP. */
const bmpHeaders = [12, 16, 40, 52, 56, 64, 108, 124];

function formatOf(head: Head): UploadFormat | null {
  if (head.starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (head.starts([0xff, 0xd8, 0xff])) return 'jpg';
  if (head.text.startsWith('RIFF') && head.text.startsWith('WEBP', 8)) return 'webp';
  if (/^(II[*+]\0|MM\0[*+])/.test(head.text)) return 'tiff';
  // The two letters alone are in many texts: the size of the second header must be one there is.
  if (head.text.startsWith('BM') && bmpHeaders.includes(head.bytes[14] ?? 0) && head.bytes[15] === 0) return 'bmp';
  // Readers take a PDF whose mark stands within the first 1024 bytes.
  if (head.text.slice(0, 1024).includes('%PDF-')) return 'pdf';
  if (head.brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (head.brands.some((brand) => /^(hei[csxm]|hev[csxm]|mif[12]|msf1)$/.test(brand))) return 'heic';
  return null;
}

class Head {
  readonly bytes: Uint8Array;
  /** A letter for each byte. */
  readonly text: string;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes.subarray(0, recognisedBytes);
    this.text = Array.from(this.bytes, (byte) => String.fromCharCode(byte)).join('');
  }

  starts(bytes: readonly number[]): boolean {
    return bytes.every((byte, index) => this.bytes[index] === byte);
  }

  /** Latin letters that were written in two bytes each. */
  get wide(): string {
    return this.text.slice(0, 128).replaceAll('\0', '');
  }

  /** Brands of an ISO media file, the major brand first. */
  get brands(): string[] {
    if (this.text.slice(4, 8) !== 'ftyp') return [];
    const size = Math.min(new DataView(this.bytes.buffer, this.bytes.byteOffset).getUint32(0), this.bytes.length);
    const all = this.text.slice(8, size).match(/.{4}/gs) ?? [];
    return all.filter((_brand, place) => place !== 1);
  }
}

/** Returns true when a TIFF is a camera's: DNG, or a thumbnail first and the shot in a directory below. */
function isRawTiff(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = bytes[0] === 0x49;
  if (!(isLittle || bytes[0] === 0x4d) || view.getUint16(2, isLittle) !== 42) return false;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > bytes.length) return false;
  const tags = new Map<number, number>();
  const count = view.getUint16(directory, isLittle);
  for (let at = directory + 2, left = count; left > 0 && at + 12 <= bytes.length; at += 12, left--) {
    const isShort = view.getUint16(at + 2, isLittle) === 3;
    tags.set(
      view.getUint16(at, isLittle),
      isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle),
    );
  }
  const [subfileType, photometric, subdirectories, dngVersion] = [254, 262, 330, 50706];
  const isThumbnail = ((tags.get(subfileType) ?? 0) & 1) === 1;
  const light = tags.get(photometric);
  return tags.has(dngVersion) || light === 32803 || light === 34892 || (isThumbnail && tags.has(subdirectories));
}

/** True for an SVG document, possibly after an XML declaration, comments and a DOCTYPE. Runs in linear time. */
function isSvg(text: string): boolean {
  let rest = text.trimStart();
  const skip = (opening: RegExp, closing: string): boolean => {
    if (!opening.test(rest)) return false;
    const end = rest.indexOf(closing);
    rest = end < 0 ? '' : rest.slice(end + closing.length).trimStart();
    return true;
  };
  skip(/^<\?xml/i, '>');
  while (skip(/^<!--/, '-->'));
  skip(/^<!DOCTYPE svg/i, '>');
  return /^<svg[\s>]/i.test(rest);
}

import sharp from 'sharp';
import type { BuildingTexture } from '../kernels/building/building-mesh.ts';

/** Longest side of a texture, pixels. */
const longestSide = 2048;
/** Bytes of all textures of a model together, encoded. */
const mostBytes = 64 * 1024 ** 2;
/** Pixels of a picture that is decoded: as many as an upload of the product may have twice over. */
const mostPixels = 80e6;

/** Formats that are decoded, by their first bytes; decoders of others, which could open further files, are not asked. */
const readable = /^(?:\x89PNG|\xff\xd8\xff|RIFF[\s\S]{4}WEBP|GIF8|II\*\0|MM\0\*)/;

/** Takes the pictures of a model's materials in, each once. */
export class TextureShelf {
  readonly textures: BuildingTexture[] = [];
  readonly #indexOf = new Map<string, Promise<number | undefined>>();
  readonly #missing = new Set<string>();
  readonly #unreadable = new Set<string>();
  readonly #tooMuch = new Set<string>();
  #bytes = 0;

  /**
   * Index of a texture; undefined when it is missing or cannot be read, which the notes tell.
   *
   * @param name of the picture in the file @param read its bytes, undefined when they are not there
   */
  take(name: string, read: () => Promise<Uint8Array | undefined>): Promise<number | undefined> {
    const taken = this.#indexOf.get(name) ?? this.#takeIn(name, read);
    this.#indexOf.set(name, taken);
    return taken;
  }

  /** Chinese sentences about the textures that are not there. */
  notes(): string[] {
    const sentence = (names: ReadonlySet<string>, reason: string) =>
      names.size > 0 ? [`${listed(names)}${reason}`] : [];
    return [
      ...sentence(this.#missing, '没有随模型上传，相应材质按纯色处理。'),
      ...sentence(this.#unreadable, '无法读取（支持 PNG、JPG、WebP、GIF、TIFF），相应材质按纯色处理。'),
      ...sentence(this.#tooMuch, '没有使用：贴图总量超过 64 MB。'),
    ];
  }

  async #takeIn(name: string, read: () => Promise<Uint8Array | undefined>): Promise<number | undefined> {
    const bytes = await read();
    if (!bytes) {
      this.#missing.add(name);
      return undefined;
    }
    const texture = await prepared(bytes).catch(() => undefined);
    if (!texture) {
      this.#unreadable.add(name);
      return undefined;
    }
    if (this.#bytes + texture.bytes.length > mostBytes) {
      this.#tooMuch.add(name);
      return undefined;
    }
    this.#bytes += texture.bytes.length;
    return this.textures.push(texture) - 1;
  }
}

function listed(names: ReadonlySet<string>): string {
  const first = [...names].slice(0, 3).map((name) => `「${[...name].slice(-40).join('')}」`);
  return `贴图${first.join('')}${names.size > 3 ? `等 ${names.size} 张` : ''}`;
}

/** Decodes all of it, so that nobody meets a broken texture later. Throws when it cannot be decoded. */
async function prepared(bytes: Uint8Array): Promise<BuildingTexture | undefined> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.length)).toString('latin1');
  if (!readable.test(start)) return undefined;
  const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  const { width, height, format, hasAlpha } = await open().metadata();
  const kept = ({ jpeg: 'jpg', png: 'png', webp: 'webp' } as const)[format as string];
  if (kept && Math.max(width, height) <= longestSide) {
    await open().resize({ width: 8, height: 8, fit: 'fill' }).toBuffer();
    return { format: kept, bytes };
  }
  const smaller = open()
    .toColourspace('srgb')
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
  return hasAlpha
    ? { format: 'png', bytes: await smaller.png().toBuffer() }
    : { format: 'jpg', bytes: await smaller.jpeg({ quality: 90 }).toBuffer() };
}

import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { checkDimensions } from './image.rules.ts';
import { rasterHead } from './raster-file.ts';

const load = createRequire(import.meta.url);

/** One interleaved channel, lying in the memory of the decoder. */
interface Pixels {
  width: number;
  height: number;
  stride: number;
  data: Uint8Array;
}

/** Used part of libheif; values passed between its functions are opaque. */
interface Libheif {
  heif_error_code: { heif_error_Ok: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown };
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_context_alloc(): unknown;
  heif_context_read_from_memory(context: unknown, bytes: Uint8Array): { code: unknown; message: string };
  /** A handle, or an error with a `code`. */
  heif_js_context_get_primary_image_handle(context: unknown): object | null;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_image_handle_has_alpha_channel(handle: object): number;
  /** Without channels when it fails. */
  heif_js_decode_image2(handle: object, colours: unknown, chroma: unknown): { channels?: Pixels[] };
}

/**
 * Decodes the main picture of a HEIC or HEIF file into a TIFF, turned as the file says. The libvips that comes with
 * sharp reads AVIF only, so libheif does it, in WebAssembly. Throws `upload.*` about the size, and errors of the file.
 */
export async function decodeHeic(file: string, target: string): Promise<void> {
  const start = load('libheif-js/libheif-wasm/libheif.js') as (options: object) => Libheif;
  const wasmBinary = await readFile(load.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  const heif = start({ wasmBinary, print: () => undefined, printErr: () => undefined });
  const context = heif.heif_context_alloc();
  const { code, message } = heif.heif_context_read_from_memory(context, await readFile(file));
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error(message);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (!handle || 'code' in handle) throw new Error('the file names no picture');
  const [width, height] = [heif.heif_image_handle_get_width(handle), heif.heif_image_handle_get_height(handle)];
  checkDimensions(width, height);
  const hasAlpha = heif.heif_image_handle_has_alpha_channel(handle) !== 0;
  const { heif_chroma_interleaved_RGBA: rgba, heif_chroma_interleaved_RGB: rgb } = heif.heif_chroma;
  const colours = heif.heif_colorspace.heif_colorspace_RGB;
  const [pixels] = heif.heif_js_decode_image2(handle, colours, hasAlpha ? rgba : rgb).channels ?? [];
  if (pixels?.width !== width || pixels.height !== height) throw new Error('the picture cannot be decoded');
  const { icc } = await sharp(file)
    .metadata()
    .catch(() => ({ icc: undefined }));
  const channels = hasAlpha ? 4 : 3;
  await pipeline(
    Readable.from([rasterHead({ width, height, channels, icc }), ...rowsOf(pixels, width * channels)]),
    createWriteStream(target),
  );
}

function* rowsOf(pixels: Pixels, bytes: number): Iterable<Uint8Array> {
  for (let row = 0; row < pixels.height; row++) {
    yield pixels.data.subarray(row * pixels.stride, row * pixels.stride + bytes);
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { EngineFailure } from '../port.ts';
import { exchange } from './exchange.ts';
import { Uncertain } from './faults.ts';
import { isBlack } from './result-file.ts';
import type { MadePicture } from './wire.ts';

/** Most bytes of a picture, and most pixels and the longest side that it may claim. */
const mostBytes = 64 * 1024 ** 2;
const mostPixels = 64e6;
const longestSide = 16_384;
/** Longest time of one fetch, milliseconds, and fetches before it is given up. */
const fetchMs = 60_000;
const tries = 3;
const pauseMs = 500;

/** A picture behind a link cannot be fetched any more. */
const gone: ReadonlySet<number> = new Set([403, 404, 410]);

/**
 * Bytes of a picture that a service has made. It can be decoded, has a bearable size, and is not black.
 *
 * @param home address of the service, from which pictures may also come where it is a private one
 * @throws {EngineFailure} `engine` where there is no picture
 * @throws {Uncertain} the picture was made and cannot be had
 */
export async function fetchPicture(made: MadePicture, home: string, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = 'link' in made ? await download(made.link, home, signal) : bytesOf(made.base64);
  const isBearable = await looksBearable(bytes);
  if (!isBearable) throw new EngineFailure('engine', 'the result is not a picture of a bearable size');
  const { channels } = await sharp(bytes)
    .stats()
    .catch(() => {
      throw new EngineFailure('engine', 'the result is damaged');
    });
  if (isBlack(channels)) throw new EngineFailure('engine', 'the result is black');
  return bytes;
}

/** Reads the head alone. */
async function looksBearable(bytes: Uint8Array): Promise<boolean> {
  try {
    const { width, height, format } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
    const isPicture = format === 'png' || format === 'jpeg' || format === 'webp';
    return isPicture && Math.max(width, height) <= longestSide && width * height <= mostPixels;
  } catch {
    return false;
  }
}

function bytesOf(base64: string): Uint8Array {
  if (base64.length > mostBytes) throw new EngineFailure('engine', 'the result is too large');
  return Buffer.from(base64.replace(/^data:image\/[a-z]+;base64,/, ''), 'base64');
}

async function download(link: string, home: string, signal: AbortSignal): Promise<Uint8Array> {
  const url = URL.parse(link);
  const isHome = url?.origin === new URL(home).origin;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Uncertain('the link to the result is none');
  for (let attempt = 1; ; attempt += 1) {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]);
      const { status, body, headers } = await exchange(url, { signal: limit, mostBytes, isPublicOnly: !isHome });
      if (gone.has(status)) throw new Uncertain('the link to the result has expired');
      const type = headers['content-type'] ?? '';
      if (status === 200 && !/^(image\/|application\/octet-stream|binary\/)/.test(type) && type !== '')
        throw new Uncertain('behind the link to the result is no picture');
      if (status === 200) return body;
      throw new Error(`the result’s place answered ${status}`);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Uncertain) throw error;
      if (attempt === tries) throw new Uncertain('the result cannot be fetched', { cause: error });
      await wait(pauseMs * attempt, undefined, { signal, ref: false });
    }
  }
}

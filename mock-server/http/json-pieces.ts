import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { successEnvelope } from '#shared/contract/envelope';

/** An answer too large to be made in one go: JSON of `data`, in pieces. */
export class JsonPieces {
  readonly text: AsyncIterable<string>;
  constructor(text: AsyncIterable<string>) {
    this.text = text;
  }
}

const [before = '', after = ''] = JSON.stringify(successEnvelope(0)).split(/(?<="data":)0/);

/** Sends the envelope as fast as it is taken; a failure half-way breaks the answer off. */
export async function sendPieces(response: Response, { text }: JsonPieces): Promise<void> {
  response.type('json');
  async function* envelope() {
    yield before;
    yield* text;
    yield after;
  }
  await pipeline(envelope, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

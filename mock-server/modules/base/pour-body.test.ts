import type { IncomingMessage } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pourBody } from './pour-body.ts';

/** A request whose last byte has arrived, as `complete` says, although not all of it was read yet. */
function arrivedRequest(...chunks: Buffer[]): IncomingMessage & PassThrough {
  const request = Object.assign(new PassThrough(), { complete: true });
  for (const chunk of chunks) request.write(chunk);
  request.end();
  return request as unknown as IncomingMessage & PassThrough;
}

it('ends where the sender goes away after its last byte, before all of them are read', async () => {
  const request = arrivedRequest(Buffer.alloc(1000), Buffer.alloc(1000));
  let goOn = () => {};
  const target = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      goOn = done;
    },
  });
  const poured = pourBody(request, target).catch((error: Error) => error.message);
  await turn();
  request.destroy();
  goOn();
  expect(await poured).toBe('the client went away');
});

it('takes a body whose sender goes away once all of it is read', async () => {
  const request = arrivedRequest(Buffer.from('all of it'));
  const taken: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken.push(chunk);
      done();
    },
  });
  request.once('end', () => request.destroy());
  await pourBody(request, target);
  expect(Buffer.concat(taken).toString()).toBe('all of it');
});

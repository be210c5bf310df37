import type { AddressInfo } from 'node:net';
import express, { Router } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { inOrder, under } from './in-order.ts';

let close: () => void = () => undefined;
afterEach(() => close());

/** Answers of an app with these handlers, then one that tells what was thrown. */
async function answerOf(path: string, ...handlers: express.RequestHandler[]): Promise<string> {
  const app = express();
  app.use(inOrder(...handlers));
  app.use(((error, _request, response, _next) =>
    response.send(`thrown: ${error.message}`)) as express.ErrorRequestHandler);
  app.use((_request, response) => void response.send('nobody'));
  const server = app.listen(0, '127.0.0.1');
  close = () => server.close();
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}

const passOn: express.RequestHandler = (_request, _response, next) => next();

describe('handlers in order', () => {
  it('are asked until one answers, and give the rest of the app its turn', async () => {
    expect(
      await answerOf(
        '/',
        passOn,
        (_request, response) => void response.send('second'),
        () => expect.fail(),
      ),
    ).toBe('second');
    close();
    expect(await answerOf('/', passOn, passOn)).toBe('nobody');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('bad');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('bad');
      },
    ],
    ['hands an error on', (_request, _response, next) => next(new Error('bad'))],
  ] satisfies Array<[string, express.RequestHandler]>)('end where one %s', async (_how, handler) => {
    expect(await answerOf('/', handler, () => expect.fail())).toBe('thrown: bad');
  });

  it.each([
    ['/part', 'part'],
    ['/PART/of/it', 'part'],
    ['/parts', 'nobody'],
    ['/', 'nobody'],
  ])('ask a part for its paths alone: %s', async (path, answered) => {
    const part = Router().use('/part', (_request, response) => void response.send('part'));
    expect(await answerOf(path, under('/part', part))).toBe(answered);
  });
});

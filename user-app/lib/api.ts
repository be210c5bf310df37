import { hasCaches, sessionStore } from '#shared/browser/stores';
import { createClient } from '#shared/client/create-client';
import { createTransport, type Transport, TransportError, type WireRequest } from '#shared/client/transport';
import { isUnanswered } from '#shared/client/write-guard';
import type { userContract } from '#shared/contract/user';
import { fetchOrTakeBootResponse } from './boot-response.ts';
import { calls } from './calls.ts';
import { connection } from './connection.ts';
import { reloadOnce } from './reload-once.ts';
import { isViewing } from './session-hint.ts';
import { accountOnDevice } from './storage.ts';
import { whenIdle } from './when-idle.ts';
import { stayInWorld } from './world.ts';
import { write } from './write.ts';

/** Milliseconds after which a call is given up (docs/RULES.md R9). */
const timeoutMs = 120_000;

const reload = () => reloadOnce(sessionStore, Date.now(), () => window.location.reload());

/** Sends requests by docs/RULES.md R4; redirects go to the window (docs/RULES.md R5). */
const transport = createTransport({
  timeoutMs,
  fetch: fetchOrTakeBootResponse,
  window: { go: (address) => window.location.assign(address), reload },
});

const send: Transport = async (request) => {
  stayInWorld();
  const answer = await (request.changesState ? write(() => change(request)) : read(request));
  stayInWorld();
  return answer;
};

const change: Transport = async (request) => {
  const answer = await transport(request);
  if (!('body' in answer)) return answer;
  const { status, body } = answer;
  if (isUnanswered(status, typeof body === 'object' && body !== null)) throw new TransportError('network', status);
  return answer;
};

/** Without a network a kept answer stands in. */
const read: Transport = async (request) => {
  try {
    const answer = await transport(request);
    connection.noteAnswer();
    if ('body' in answer && answer.status === 200) keepSeen(request, answer.body);
    return answer;
  } catch (error) {
    if (!(error instanceof TransportError) || error.kind !== 'network') throw error;
    await connection.noteFailure();
    const seen = canKeep(request) && connection.isOffline() ? await recall(request) : undefined;
    if (!seen) throw error;
    return seen;
  }
};

/** Caches exist in secure contexts only. */
const canKeep = ({ method }: WireRequest) => method === 'GET' && hasCaches() && !isViewing();
const seen = () => import('./offline-cache');

function keepSeen(request: WireRequest, body: unknown): void {
  if (!canKeep(request)) return;
  whenIdle(() => {
    seen()
      .then(({ cacheAnswer }) => cacheAnswer(accountOnDevice(), request, body))
      .catch(() => undefined);
  });
}

function recall(request: WireRequest) {
  return seen().then(
    ({ cachedAnswer }) => cachedAnswer(accountOnDevice(), request),
    () => undefined,
  );
}

/** Every call of a user as a typed function. */
export const api = createClient<typeof userContract>(calls, send);

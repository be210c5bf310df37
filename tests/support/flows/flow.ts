import { ApiError } from '#shared/client/create-client';
import type { Task } from '#shared/contract/task';
import type { ChatAdapter } from '../../../mock-server/adapters/chat/port.ts';
import type { RenderEngine } from '../../../mock-server/adapters/render/port.ts';
import type { Member, TestServer } from '../server.ts';
import { createTestEngine } from '../server-engine.ts';
import type { Visitor } from '../server-visitor.ts';

/** Actions of people one after the other, each of which may be cut off and is then done again. */
export interface Flow<Facts extends object = object> {
  name: string;
  /** Made before the flow begins: whoever acts in it, and what they have. */
  prepare(server: TestServer): Promise<Partial<Facts>>;
  /** In the order in which they are done. What a step returns, later ones know. */
  steps: ReadonlyArray<[name: string, step: FlowStep<Facts>]>;
  /** Answers in the end, without ids and times; the same however often the server was killed meanwhile. */
  outcome(server: TestServer, facts: Facts): Promise<unknown>;
  /** Numbers of the tally that a kill may rightly make smaller or larger. */
  varying?: Varying;
}

/** By the name of a table or of a kind of ledger account. */
export type Varying = Readonly<Record<string, { may: 'be less' | 'be more' | 'differ'; because: string }>>;

/** @param isRepeated true when it was begun before and nobody knows how far it came */
export type FlowStep<Facts> = (
  server: TestServer,
  facts: Facts,
  isRepeated: boolean,
) => Promise<Partial<Facts> | undefined> | Promise<void>;

/** Somebody with the session of a member who was made before. */
export function userOf(server: TestServer, sid: string): Visitor {
  const visitor = server.visitor();
  visitor.cookies.set('sid', sid);
  return visitor;
}

/** The administrator, with the session of an earlier login. */
export function staffOf(server: TestServer, staffSid: string): Visitor {
  const visitor = server.visitor();
  visitor.cookies.set('staff_sid', staffSid);
  return visitor;
}

export const sidOf = (visitor: Pick<Member, 'cookies'>) => visitor.cookies.get('sid') ?? '';

/** Logs in as the administrator; the session's secret. */
export async function staffSid(server: TestServer, role: 'admin' | 'operator' = 'admin'): Promise<string> {
  return (await server.staff(role)).cookies.get('staff_sid') ?? '';
}

/** A call that may have taken effect before: one of these refusals then says that it has. */
export async function unlessDone<T>(
  call: Promise<T>,
  isRepeated: boolean,
  ...reasons: string[]
): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (isRepeated && error instanceof ApiError && reasons.includes(error.reason)) return undefined;
    throw error;
  });
}

/** End of a task, without what differs from run to run. */
export const endOf = ({ tool, status, ticket, images, error, retriedFrom }: Task) => ({
  ...{ tool, status, ticket, images: images.length, reason: error?.reason ?? null, isRetry: retriedFrom !== null },
});

/** Order of values by what is in them. */
export const byWords = (one: unknown, other: unknown): number =>
  JSON.stringify(one).localeCompare(JSON.stringify(other));

/**
 * The engine of flows: what it does follows from the request alone, so that it is the same after a restart. An
 * enlargement to the same size always fails; two coloured plans are one.
 */
export function createFlowEngine(): RenderEngine {
  const engine = createTestEngine();
  return {
    ...engine,
    watch(operation, listener, request) {
      const { tool, params } = request;
      if (tool === 'upScaleImg' && params.scale === 1) engine.failNext(1);
      if (tool === 'allPlan') engine.deliverNext(1);
      return engine.watch(operation, listener, request);
    },
  };
}

/** A chat model that always gives the same answer, a word at a time. */
export function createFlowModel(): ChatAdapter {
  const facts = { note: '', isOffline: false, canThinkDeeply: false, canSeePictures: false };
  return {
    name: 'flow',
    models: () => [{ ...facts, id: 'priced', title: '付费模型', isPriced: true }],
    async *answer() {
      for (const text of ['南立面', '用', '清水混凝土']) yield { type: 'text', text };
      yield { type: 'end', why: 'stop' };
    },
    close: async () => undefined,
  };
}

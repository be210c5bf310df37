import { z } from 'zod';
import { ProductError } from '#shared/errors';
import { readState, stateName } from '../worlds/state.ts';
import { latestMoment } from './contract-parts.ts';
import { Fault, SavedFaults } from './fault-contract.ts';

const text = z.string();
const Count = z.int().min(0);
const Moment = z.int().min(0).max(latestMoment);
const texts = z.record(text, text);
const Sent = { code: text, at: z.number(), text: text.optional() };

const Message = z.object({
  headers: z.array(z.object({ name: text, value: text })),
  type: text,
  bytes: Count,
  text: text.nullable(),
  isCut: z.boolean(),
  parts: z
    .array(
      z.object({
        name: text,
        ...{ value: text.optional(), fileName: text.optional(), type: text.optional() },
        ...{ bytes: Count.optional(), data: text.optional() },
      }),
    )
    .optional(),
});

const Exchange = z.object({
  ...{ number: Count, at: Moment, requestId: text, method: text, path: text, status: z.int(), ms: z.number() },
  ...{ reason: text, accountId: text.nullable(), isPlane: z.boolean(), request: Message, answer: Message },
  query: z.record(text, z.union([text, z.array(text)])),
  cookies: texts,
  setCookies: z.record(text, text.nullable()),
  codes: z.record(text, z.union([z.object({ phoneNo: text }), z.object({ email: text })])),
});

/** The memory of a world, as `saveState` writes it. */
const SavedState = z.object({
  clock: z.object({ now: Moment, isFrozen: z.boolean(), offsetMs: z.number() }),
  isSnapshot: z.boolean().optional(),
  ids: z.object({ seed: text, drawn: z.record(text, Count) }).optional(),
  sms: z.array(z.object({ phoneNo: text, ...Sent })).optional(),
  emails: z.array(z.object({ email: text, ...Sent })).optional(),
  isPayLineDown: z.boolean().optional(),
  faults: SavedFaults.refine(({ rules }) => rules.every((rule) => Fault.safeParse(rule).success)).optional(),
  journal: z.object({ number: Count, exchanges: z.array(Exchange) }).optional(),
});

/**
 * Requires the state in a folder that a world is to be made of to be one that can be loaded. A backup has none. Throws
 * `snapshot.broken`.
 */
export async function requireSavedState(folder: string): Promise<void> {
  const saved = await readState(folder);
  if (saved === undefined || isState(saved)) return;
  throw new ProductError('snapshot.broken', {
    fill: { sentence: `快照不能用，什么都没有改动：${stateName} 读不懂，可能已损坏` },
  });
}

function isState(saved: string): boolean {
  try {
    return SavedState.safeParse(JSON.parse(saved)).success;
  } catch {
    return false;
  }
}

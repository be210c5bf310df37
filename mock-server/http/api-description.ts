import { setImmediate } from 'node:timers/promises';
import { derivedContract } from '#shared/contract/console';
import { contract } from '#shared/contract/index';
import { idFrom } from '../ids.ts';
import { apiDocsPage } from './api-docs.ts';
import { callSamples } from './call-samples.ts';
import { describing, type Samples } from './openapi.ts';
import type { Json } from './openapi-schema.ts';

/** Milliseconds after which the making of a text lets others have their turn. */
const longestTurn = 6;

let description: Promise<Json> | undefined;
let text: Promise<string> | undefined;
let page: Promise<string> | undefined;

/**
 * The description of the product's API as JSON. Like the page it is the same in every server of a process: made once,
 * when it is first asked for, in turns of a few milliseconds.
 */
export function apiDescription(): Promise<string> {
  text ??= described().then((whole) => inTurns(writing(whole, 2)));
  return text;
}

/** The description as a page for people. */
export function apiPage(): Promise<string> {
  page ??= described().then((whole) => inTurns(apiDocsPage(contract, whole)));
  return page;
}

function described(): Promise<Json> {
  description ??= inTurns(describing({ ...contract, ...derivedContract }, samples()));
  return description;
}

/** An ordinary request of every call; whole records are sent as their changes are. */
function samples(): Samples {
  const ofCalls: Samples = callSamples({
    taskId: idFrom('task', 'example'),
    imageId: idFrom('img', 'example'),
    projectId: idFrom('project', 'example'),
    accountId: idFrom('user', 'example'),
    orderId: idFrom('order', 'example'),
    conversationId: idFrom('chat', 'example'),
    messageId: idFrom('msg', 'example'),
  });
  const ofWhole = Object.entries(ofCalls).map(([name, sample]) => [`${name}Whole`, sample]);
  return { ...Object.fromEntries(ofWhole), ...ofCalls };
}

/** Writes an object as JSON, with a pause after each entry down to a depth. */
function* writing(value: unknown, depth: number): Generator<undefined, string> {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const entries: string[] = [];
  for (const [key, entry] of Object.entries(value)) {
    entries.push(`${JSON.stringify(key)}:${yield* writing(entry, depth - 1)}`);
    yield;
  }
  return `{${entries.join(',')}}`;
}

async function inTurns<T>(making: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
    if (performance.now() - began < longestTurn) continue;
    await setImmediate();
    began = performance.now();
  }
}

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * State that services and adapters keep in memory beyond a call, but that `Store.whenEmptied` need not clear, grouped
 * by the reason, as `<file> <variable>`. All other state must be cleared there.
 */
const noData: Readonly<Record<string, readonly string[]>> = {
  'ended by endStreams, which whenEmptied calls': ['app.ts streams', 'http/mount.ts open'],
  'why a thread ended': ['db/reading-pool.ts cause', 'pools/pool-thread.ts cause'],
  'what the job of a picture process may hold': [
    'modules/studio/image/wasm-limit.ts isReached',
    'modules/studio/image/wasm-limit.ts most',
  ],
  'work under way, which a reset waits for': [
    'housekeeping.ts underWay',
    'housekeeping.ts active',
    'housekeeping.ts gate',
  ],
  'work under way': [
    'db/whole.ts waiting',
    'db/whole.ts isTaken',
    'adapters/payment/simulated/delivery.ts flights',
    'control/journal/journal.ts lookups',
    'adapters/render/embedded/suitability-queue.ts isLooking',
    'adapters/render/write-whole.ts underWay',
    'db/database-mark.ts noted',
    'modules/identity/auth/lane.ts running',
    'modules/identity/auth/lane.ts waiting',
    'modules/assistant/answer-runs.ts isSaving',
    'modules/assistant/group-commit.ts isRunning',
    'modules/assistant/group-commit.ts waiting',
    'modules/gallery/index/gallery-catalogue.ts work',
    'modules/base/locks.ts last',
    'modules/desk/system/system.service.ts probing',
    'slices.ts underWay',
    'modules/studio/image/adoptions.ts awaited',
    'modules/studio/image/adoptions.ts arriving',
    'modules/studio/image/adoptions.ts removing',
    'modules/studio/image/adoptions.ts removals',
    'worlds/home.ts active',
    'worlds/home.ts changed',
    'worlds/home.ts isChanging',
  ],
  'counts requests, so that their order is known': ['control/journal/journal.ts number'],
  'what bytes say, by their hash': ['modules/studio/image/image.service.ts placeless'],
  'who shares memory, and no data': ['memory-room.ts sharers'],
  'what media types say': ['control/journal/recorder.ts kinds'],
  'what the schema says': [
    'backup/examine.ts ownSchema',
    'db/dialect.ts keysKnown',
    'modules/desk/personal-data/erasure.repository.ts placesKnown',
  ],
  'a service outside: its health, its jobs and the connection to it': [
    'adapters/render/comfyui/index.ts cancelled',
    ...['health', 'looking'].map((name) => `adapters/render/comfyui/health.ts ${name}`),
    ...['watched', 'clientId', 'socket', 'timer'].map((name) => `adapters/render/comfyui/socket.ts ${name}`),
    'adapters/render/service/health.ts fault',
    ...['runs', 'cancelled', 'kept'].map((name) => `adapters/render/service/run-registry.ts ${name}`),
  ],
  'runs and answers, ended before the data go': [
    'adapters/render/embedded/lent-threads.ts jobs',
    'adapters/render/operations.ts entries',
    'modules/assistant/answer-runs.ts running',
    'worker/runner.ts running',
    'worker/runner.ts underWay',
  ],
  'paths of the calls, which follow from the contract': ['http/mount.ts trees'],
  'the description of the API, which follows from the contract': [
    'http/api-description.ts description',
    'http/api-description.ts text',
    'http/api-description.ts page',
    'http/openapi-schema.ts namedSchemas',
    'http/openapi-schema.ts alike',
  ],
  'state of the program': [
    'adapters/render/embedded/index.ts isClosed',
    'adapters/render/test/index.ts isClosed',
    'modules/gallery/index/gallery-catalogue.ts isClosed',
    'modules/studio/building/building-readings.ts isClosed',
    'worker/runner.ts state',
    'product.ts timers',
    'product.ts deps',
    'worlds/home.ts closed',
    'worlds/home.ts world',
    'worlds/registry.ts state',
  ],
  'tests that wait for the runner': ['worker/runner.ts idlers'],
  'whether the disk can be written': ['modules/desk/system/system.service.ts last'],
  'the folder of networks, which is not the data': ['adapters/models/folder.ts checksums'],
  'how services are joined': [
    'control/faults.ts announced',
    'db/open.ts forgetters',
    'modules/identity/account/account-desk.service.ts passwordWatchers',
    'modules/identity/account/account-desk.service.ts watchers',
    'modules/records/pending/pending-change.service.ts handlers',
    'modules/records/audit/change-sets.service.ts undoables',
    'modules/studio/image/image.service.ts beforeKept',
  ],
  'emptied by clear, which deps/adapters.ts has whenEmptied call': [
    'adapters/outbox.ts messages',
    'adapters/payment/simulated/index.ts line',
    'adapters/render/embedded/suitability-queue.ts waiting',
    'modules/studio/engine/call-meter.ts records',
    'modules/studio/image/variant-cache.ts added',
    'modules/studio/image/variant-cache.ts underWay',
  ],
  'held by the index alone': ['modules/gallery/pictures/likeness.service.ts names'],
  'a number that only grows': ['modules/gallery/pictures/likeness.service.ts indexes'],
  'of which index the lists are that are forgotten': ['modules/gallery/pictures/picture-lists.ts keptOf'],
  'counts of an index, void with the next one': ['modules/gallery/pictures/search.service.ts below'],
  'the operator’s file of words and the setting, read again when either changes': [
    'modules/assistant/refused-words.ts lengthsByFirst',
    'modules/assistant/refused-words.ts longest',
    'modules/assistant/refused-words.ts seen',
    'modules/assistant/refused-words.ts stamp',
    'modules/assistant/refused-words.ts words',
  ],
  'how far the database has counted, which goes on': ['db/database-mark.ts changes'],
  'the sixteen pictures used last, by their content': ['adapters/segment/worker.ts kept'],
  'the three pictures used last, by their content': ['adapters/segment/worker.ts embeddings'],
  'our pass at the platform outside': ['adapters/qr-login/official-account.ts token'],
  'the key in the data folder, which stays': ['adapters/payment/simulated/index.ts kept'],
  'the address of the program': ['adapters/payment/simulated/delivery.ts origin'],
  'other worlds than the one that is emptied': ['worlds/registry.ts entries', 'worlds/templates.ts made'],
  'set anew by each reset': ['ids.ts state'],
  'what the desk of networks has put in, settled anew by its scan': ['adapters/models/index.ts slots'],
  'the clock, which a reset sets': ['adapters/clock/adjustable.ts frozenAt', 'adapters/clock/adjustable.ts offset'],
  'what the model outside is like': ['adapters/chat/openai-compatible/embedder.ts dimension'],
  'what the model outside does not understand': ['adapters/chat/openai-compatible/index.ts leftOut'],
  'the knowledge that comes with the product': [
    'adapters/chat/offline/arithmetic/said.ts group',
    'adapters/chat/offline/excerpts.ts ready',
    'adapters/chat/offline/excerpts.ts vectors',
    'adapters/chat/offline/form/synonyms.ts bySaid',
    'adapters/chat/offline/knowledge.ts reading',
    'adapters/chat/offline/sounds.ts readings',
    'modules/base/pinyin.ts readings',
    'modules/gallery/index/search-synonyms.ts byWord',
  ],
};

/**
 * Folders and files that are skipped: their state lives no longer than a call or an index, or they run in no server.
 */
const skippedFiles =
  /\.test\.ts$|conformance|migrations\/|^seed\/gallery-files|gallery-index|gallery-order|text-index|turns\.ts$/;
/** Factories of objects that live no longer than one answer. */
const shortLived =
  /^create(Best|WordWriter|Turns|AnswerReader|PairKeeper|OverlapFilter|ReasoningSplitter|ToolCallCollector)$/;

interface Kept {
  name: string;
  isForgotten: boolean;
}

type Function = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;
const isFunction = (node: ts.Node): node is Function =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node);

function functionAround(node: ts.Node): Function | undefined {
  let at: ts.Node | undefined = node.parent;
  while (at && !isFunction(at)) at = at.parent;
  return at as Function | undefined;
}

/** True for a variable that starts as an empty collection, can be reassigned, or is an object with such a property. */
function canGrow(node: ts.VariableDeclaration): boolean {
  const isLet = (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Let) !== 0;
  const isObject = node.initializer && ts.isObjectLiteralExpression(node.initializer);
  const assigned = new RegExp(`(?<![.\\w])${node.name.getText()}\\.\\w+ (=|[+*/-]=|\\?\\?=) `);
  if (isObject && assigned.test(node.getSourceFile().text)) return true;
  return isLet || /^(new (Map|Set|WeakMap|WeakSet)\b[^(]*\(\)|\[\])$/.test(node.initializer?.getText() ?? '');
}

/**
 * Returns the variables of factories and modules that are shared by functions in them, and whether a callback of
 * `whenEmptied` clears them.
 */
function keptIn(source: ts.SourceFile): Kept[] {
  const functions = new Map<string, ts.Node>();
  const declared: ts.VariableDeclaration[] = [];
  const forgetters: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, node);
    if (ts.isCallExpression(node) && /(^|\.)whenEmptied$/.test(node.expression.getText())) forgetters.push(node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      if (node.initializer && isFunction(node.initializer)) functions.set(node.name.text, node.initializer);
      const around = functionAround(node);
      const factory = around && ts.isFunctionDeclaration(around) ? (around.name?.text ?? '') : '';
      const isLasting = !around || (/^(create|open)[A-Z]/.test(factory) && !shortLived.test(factory));
      if (isLasting && canGrow(node) && isShared(node, around ?? source)) declared.push(node);
    }
    node.forEachChild(collect);
  };
  source.forEachChild(collect);
  // Names used by a callback of `whenEmptied`, and by the functions of this file that it calls, two levels deep.
  const forgotten = new Set<string>();
  for (const forgetter of forgetters)
    for (const name of namesIn(forgetter)) {
      forgotten.add(name);
      for (const inner of functions.has(name) ? namesIn(functions.get(name)!) : []) {
        forgotten.add(inner);
        for (const innermost of functions.has(inner) ? namesIn(functions.get(inner)!) : []) forgotten.add(innermost);
      }
    }
  const file = source.fileName.replace(/^mock-server\//, '');
  return declared.map((node) => {
    const name = (node.name as ts.Identifier).text;
    return { name: `${file} ${name}`, isForgotten: forgotten.has(name) };
  });
}

function namesIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const collect = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) names.add(each.text);
    each.forEachChild(collect);
  };
  collect(node);
  return names;
}

/** True when a nested function uses the variable, or a factory passes it to its use cases as a property. */
function isShared(variable: ts.VariableDeclaration, place: ts.Node): boolean {
  const around = functionAround(variable);
  const { text } = variable.name as ts.Identifier;
  let isUsedInside = false;
  const look = (node: ts.Node): void => {
    const isUse = ts.isIdentifier(node) && node.text === text;
    if (isUse && (functionAround(node) !== around || ts.isShorthandPropertyAssignment(node.parent)))
      isUsedInside = true;
    node.forEachChild(look);
  };
  place.forEachChild(look);
  return isUsedInside;
}

it('is forgotten with the data, or is none of the data', async () => {
  const kept: Kept[] = [];
  for await (const file of glob('mock-server/**/*.ts')) {
    const short = file.replace(/^mock-server\//, '');
    const text = skippedFiles.test(short) ? '' : readFileSync(file, 'utf8');
    if (/\blet\b|new (Map|Set|Weak)|= \[\]/.test(text))
      kept.push(...keptIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)));
  }
  expect(kept.filter(({ isForgotten }) => isForgotten).length).toBeGreaterThan(15);
  const listed = Object.values(noData).flat();
  const undecided = kept.filter(({ name, isForgotten }) => !isForgotten && !listed.includes(name));
  expect(undecided.map(({ name }) => name)).toEqual([]);
  const known = new Set(kept.map(({ name }) => name));
  expect(listed.filter((name) => !known.has(name))).toEqual([]);
});

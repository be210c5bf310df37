import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Names of everything that can send a request to the server. */
const senders = new Set([
  'fetch',
  'XMLHttpRequest',
  'postForEvents',
  'createTransport',
  'axiosInstance',
  'sendBeacon',
  'WebSocket',
]);
/** Names of library features that send a request later, or retry it, by themselves. */
const queues = ['useMutation', 'mutationFn', 'mutationMode', 'SyncManager', 'BackgroundSyncPlugin'];

const sources = ['user-app', 'admin-app'].flatMap((app) =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^\.umi|\/dist\//.test(name))
    .map((name) => `${app}/${name}`),
);

interface Use {
  file: string;
  name: string;
}

/** Returns the uses of senders in a file that may change data: all except reading `fetch` calls and types. */
function changesIn(file: string): Use[] {
  const text = readFileSync(file, 'utf8');
  if (![...senders].some((name) => text.includes(name))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Use[] = [];
  const visit = (node: ts.Node): void => {
    const callee = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression : undefined;
    const name = callee && (ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText(source));
    const isReceiver = callee && ts.isPropertyAccessExpression(callee) && callee.expression.getText(source);
    if (isReceiver && senders.has(isReceiver)) found.push({ file, name: isReceiver });
    if (name && senders.has(name) && !(name === 'fetch' && isReading(node as ts.CallExpression, source)))
      found.push({ file, name });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isReading(call: ts.CallExpression, source: ts.SourceFile): boolean {
  const [, options] = call.arguments;
  if (!options) return true;
  if (!ts.isObjectLiteralExpression(options)) return false;
  const method = options.properties.find((one) => one.name?.getText(source) === 'method');
  return !method || (ts.isPropertyAssignment(method) && /^'(GET|HEAD)'$/.test(method.initializer.getText(source)));
}

const guard = /from '[^']*\/(write|write-guard)(\.ts)?'/;
/** Implements a `fetch` that is passed to the transport. */
const passedToTransport = 'user-app/lib/boot-response.ts';

test('whatever of the apps can change something goes through the guard of writes', () => {
  const uses = sources.flatMap(changesIn);
  expect(uses.length).toBeGreaterThan(5);
  // Page tracking queues its events: each has a key, so that the server stores it only once.
  const others = uses.filter(({ file }) => !file.startsWith('user-app/lib/track/') && file !== passedToTransport);
  expect(others.filter(({ file }) => !guard.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('no library is given a change to send by itself', () => {
  const found = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return queues.filter((word) => new RegExp(`\\b${word}\\b`).test(text)).map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
  const clients = sources.filter((file) => readFileSync(file, 'utf8').includes('new QueryClient('));
  expect(clients).toEqual(['admin-app/providers/query-client.ts']);
  expect(readFileSync('scripts/lib/service-worker.mjs', 'utf8')).not.toMatch(/backgroundSync|BackgroundSync/);
});

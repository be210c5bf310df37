/**
 * One command to run everything: installs what is missing, builds what is stale, serves it all on one port. `prepare`
 * ends before serving, `built` serves what was prepared and writes nothing outside the data folder: the two halves of an
 * image for containers.
 */
import { buildStale } from './lib/build.mjs';
import { ensureNode, ensurePackages } from './lib/install.mjs';
import { buildNode, pinnedNode } from './lib/paths.mjs';
import { stopWithChildren } from './lib/processes.mjs';
import { serve } from './lib/serve.mjs';
import { main } from './lib/terminal.mjs';

async function prepare() {
  const stopHandling = stopWithChildren();
  await ensurePackages('run');
  if (buildNode === pinnedNode) await ensureNode();
  const outcomes = await Promise.allSettled([ensureNode(), buildStale()]);
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
  stopHandling();
}

await main(async () => {
  const [part] = process.argv.slice(2);
  if (part !== 'built') await prepare();
  if (part !== 'prepare') serve();
  else process.exit();
});

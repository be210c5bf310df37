// Runs a script on the pinned Node: node scripts/run.mjs <file> [arguments]
import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { pinnedNode, root } from './lib/paths.mjs';
import { exitCodeOf, stopSignals, stopWithChildren } from './lib/processes.mjs';
import { main, Refusal } from './lib/terminal.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0) throw new Refusal('用法：node scripts/run.mjs <脚本> [参数]');
  const stopHandling = stopWithChildren();
  // The import rules keep scripts/ off development packages.
  await ensureInstalled(args[0].startsWith('scripts/') ? 'run' : 'all');
  stopHandling();
  const child = spawn(pinnedNode, args, { cwd: root, stdio: 'inherit' });
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
});

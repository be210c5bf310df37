import { flows } from './flows/index.ts';
import { runObserved } from './interrupted-flow.ts';

// A process that runs a flow and kills itself right after a write: node killed-flow.ts <flow> <write> <folder>. Before
// that it puts into the folder what the other proofs take for the leavings of a killed process.
const [name, write, folder = ''] = process.argv.slice(2);
const flow = flows.find((each) => each.name === name);
if (!flow) throw new Error(`there is no flow ${name}`);
await runObserved(flow, {
  folder,
  isKept: (position) => position === Number(write),
  whenKept: () => process.kill(process.pid, 'SIGKILL'),
});

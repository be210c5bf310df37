import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the server: tells who asks for how long its event loop stood still since the last question, or how much
// processor time its longest turn took, which other work of the machine does not change; how much the program has taken so
// far; and drops what it needs no more, so that the memory it holds can be looked at.
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

let isCounting = false;
/** Microseconds. */
let longestTurn = 0;
let before = process.threadCpuUsage();

/** From the first question on the loop never rests. */
function countTurn(): void {
  const { user, system } = process.threadCpuUsage(before);
  longestTurn = Math.max(longestTurn, user + system);
  before = process.threadCpuUsage();
  setImmediate(countTurn);
}

process.on('message', (message) => {
  if (message === 'collect') {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    process.send?.(true);
  }
  if (message === 'processor') {
    // Its timer would cost more than some requests.
    delay.disable();
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  }
  if (message === 'turns') {
    process.send?.(longestTurn / 1000);
    longestTurn = 0;
    before = process.threadCpuUsage();
    if (!isCounting) setImmediate(countTurn);
    isCounting = true;
  }
  if (message !== 'read') return;
  process.send?.(delay.max / 1e6);
  delay.reset();
});
process.channel?.unref();

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the server: tells who asks for how long its event loop stood still since the last question, and drops
// what it needs no more, so that the memory it holds can be looked at.
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', (message) => {
  if (message === 'collect') {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    process.send?.(true);
  }
  if (message !== 'read') return;
  process.send?.(delay.max / 1e6);
  delay.reset();
});
process.channel?.unref();

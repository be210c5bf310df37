import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded before the server: tells who asks for how long its event loop stood still since the last question.
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', (message) => {
  if (message !== 'read') return;
  process.send?.(delay.max / 1e6);
  delay.reset();
});
process.channel?.unref();

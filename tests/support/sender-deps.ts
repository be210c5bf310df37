import { pino } from 'pino';

/** Dependencies of a sender in its tests: a log that can be read, and a short timeout while its provider is slow. */
export function senderDepsFor<Fault extends string>(fake: {
  breakNetwork(fault: Fault | 'slow'): Promise<void>;
  mendNetwork(): Promise<void>;
}) {
  const lines: string[] = [];
  const serializers = { error: pino.stdSerializers.err };
  const log = pino({ serializers, base: null, timestamp: false }, { write: (line) => void lines.push(line) });
  const deps = { log, patienceMs: 8000 };
  return {
    deps,
    /** All it has logged so far. */
    logged: () => lines.join('\n'),
    async breakNetwork(fault: Fault | 'slow'): Promise<void> {
      if (fault === 'slow') deps.patienceMs = 20;
      await fake.breakNetwork(fault);
    },
    async mendNetwork(): Promise<void> {
      deps.patienceMs = 8000;
      await fake.mendNetwork();
    },
  };
}

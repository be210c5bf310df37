import { pino } from 'pino';
import { readConfig } from '../../mock-server/config.ts';
import { createDeps } from '../../mock-server/deps.ts';

// The program, first started without the example data: the engine would draw its works while stories wait for theirs.
const config = readConfig(process.env);
const { close } = await createDeps(config, pino({ level: 'silent' }), { engines: [], isSeedSkipped: true });
await close(0);
await import('../../mock-server/main.ts');

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsDocument } from '../mock-server/config.ts';

/** Writes `docs/SETTINGS.md` from the table of settings. A test says when it is out of date. */
writeFileSync(fileURLToPath(new URL('../docs/SETTINGS.md', import.meta.url)), settingsDocument());

// Writes THIRD_PARTY.md from the lock file. With --check it writes nothing, and fails if the file is outdated. In both
// cases it fails if a licence is not allowed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { licenceFaults, lockedPackages, thirdPartyDocument } from './lib/licences.mjs';
import { inRoot } from './lib/paths.mjs';

const file = inRoot('THIRD_PARTY.md');
const packages = lockedPackages();
const faults = licenceFaults(packages);
const text = thirdPartyDocument(packages);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
  faults.push('THIRD_PARTY.md 与 package-lock.json 不一致，请运行 npm run third-party');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/**
 * Goes through the flows of QA on a server in local mode, each in a world of its own that is deleted afterwards:
 * npm run qa -- [http://localhost:8000] [names]. MOCK_TOKEN: token of the control plane, where the server runs on another
 * machine; ADMIN_PASSWORD: of the console, where it is not the first one.
 */
import { createKit } from './client.ts';
import { examples } from './examples/index.ts';

const { MOCK_TOKEN: token, ADMIN_PASSWORD: adminPassword } = process.env;
const args = process.argv.slice(2);
const [baseUrl = 'http://localhost:8000'] = args.filter((each) => each.includes('://'));
const chosen = args.filter((each) => !each.includes('://'));
const kit = createKit({ baseUrl, ...(token && { token }), ...(adminPassword && { adminPassword }) });

const unknown = chosen.filter((name) => !Object.hasOwn(examples, name));
if (unknown.length > 0) {
  console.error(`没有这个流程：${unknown.join('、')}。可选：${Object.keys(examples).join('、')}`);
  process.exit(2);
}
for (const [name, { title, run }] of Object.entries(examples)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const startedAt = performance.now();
  const world = kit.world(`qa-${name}-${Date.now().toString(36)}`);
  try {
    await run(world);
    console.log(`✓ ${title}（${name}，${Math.round(performance.now() - startedAt)} ms）`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`✗ ${title}（${name}）\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  } finally {
    await world.remove();
  }
}

import { benchChat } from './chat.ts';
import { benchConsole } from './console/main.ts';
import { benchEngine } from './engine.ts';
import { benchGallery } from './gallery/main.ts';
import { benchHousekeeping } from './housekeeping/main.ts';
import { benchKills } from './kills/main.ts';
import { benchLabels } from './labels/main.ts';
import { benchLive } from './live.ts';
import { benchLoad } from './load/main.ts';
import { benchMaskEditor } from './mask-editor.ts';
import { type Measurement, tell } from './measurement.ts';
import { benchMemory } from './memory.ts';
import { benchModel } from './model.ts';
import { benchOrders } from './orders.ts';
import { benchPages } from './pages.ts';
import { benchPictures } from './pictures.ts';
import { benchScenarios } from './scenarios.ts';
import { benchSeeing } from './seeing/main.ts';
import { benchSegment } from './segment.ts';
import { benchServer } from './server.ts';
import { benchSnapshots } from './snapshots.ts';
import { benchStructure } from './structure.ts';
import { benchWorks } from './works.ts';
import { benchWorksPage } from './works-page.ts';
import { benchWorlds } from './worlds/main.ts';

/** Sections of `npm run bench`, in this order; `npm run bench -- live maskEditor` measures only these. */
const sections: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  engine: async () =>
    (await benchEngine()).map((entry) => ({ ...entry, unit: entry.name.includes('MB') ? 'MB' : 'ms' })),
  segment: benchSegment,
  seeing: () => benchSeeing(),
  structure: benchStructure,
  server: benchServer,
  pictures: benchPictures,
  works: benchWorks,
  orders: benchOrders,
  gallery: () => benchGallery(),
  chat: () => benchChat(),
  console: () => benchConsole(),
  load: () => benchLoad(),
  model: benchModel,
  live: benchLive,
  maskEditor: benchMaskEditor,
  worksPage: benchWorksPage,
  pages: () => benchPages(),
  worlds: () => benchWorlds(),
  scenarios: benchScenarios,
  snapshots: benchSnapshots,
};

const asked = process.argv.slice(2);
console.table(
  (await measure()).map(({ name, ours, unit, peer, ratio, target }) => ({
    what: name,
    ours: `${Math.round(ours * 10) / 10} ${unit}`,
    peer: peer ? `${peer.name} ${Math.round(peer.ms)} ms` : '',
    ratio: ratio ?? '',
    target: target ?? '',
  })),
);

async function measure(): Promise<Measurement[]> {
  // Memory takes many minutes and runs only when asked for: npm run bench -- memory [tool …]
  if (asked[0] === 'memory') return benchMemory(asked.length > 1 ? asked.slice(1) : undefined);
  if (asked[0] === 'gallery') return benchGallery(asked.slice(1));
  if (asked[0] === 'chat') return benchChat(asked.slice(1));
  if (asked[0] === 'console') return benchConsole(asked.slice(1));
  if (asked[0] === 'load') return benchLoad(asked.slice(1));
  // Creates a database of a million rows each time: npm run bench -- housekeeping [rows] [jobs] [lists]
  if (asked[0] === 'housekeeping') return benchHousekeeping(asked.slice(1));
  // Takes minutes and runs only when asked for: npm run bench -- kills [kills] [operations] [seed]
  if (asked[0] === 'kills') return benchKills(asked.slice(1));
  // On the graded pairs of a folder: npm run bench -- labels /pairs, npm run bench -- labels /pairs fit
  if (asked[0] === 'labels') return benchLabels(asked.slice(1));
  // On the labelled photographs of a folder: npm run bench -- seeing reading /pictures
  if (asked[0] === 'seeing') return benchSeeing(asked.slice(1));
  // One page takes half a minute, all of them ten: npm run bench -- pages /toline mobile, npm run bench -- pages walk
  if (asked[0] === 'pages') return benchPages(asked.slice(1));
  // Beside an earlier state of the repository: npm run bench -- worlds 5c1cf650
  if (asked[0] === 'worlds') return benchWorlds(asked.slice(1));
  const unknown = asked.filter((name) => !Object.hasOwn(sections, name));
  if (unknown.length > 0) {
    throw new Error(
      `no section ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}, housekeeping, kills, labels and memory`,
    );
  }
  const measurements: Measurement[] = [];
  const chosen = Object.entries(sections).filter(([name]) => asked.length === 0 || asked.includes(name));
  for (const [index, [name, bench]] of chosen.entries()) {
    console.log(`\n── ${name} (${index + 1} of ${chosen.length}) ──`);
    const startedAt = performance.now();
    measurements.push(...(await bench()).map(tell));
    console.log(`── ${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  return measurements;
}

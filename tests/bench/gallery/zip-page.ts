import { downloadZip } from 'client-zip';
import JSZip from 'jszip';
import { packZip } from '../../../user-app/lib/zip/pack-zip.ts';

/** Cost of a recipe, as measured in the page. */
export interface ZipNotes {
  ms: number;
  bytes: number;
  /** Longest time between two frames, ms. */
  worstGapMs: number;
}

const items = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `${i + 1}_客厅.jpg`, url: `/picture/${i}` }));

/** Ways to the same archive. */
const recipes = {
  ours: async (count: number) => (await packZip(items(count))).blob,
  usual: async (count: number) => {
    const zip = new JSZip();
    for (const { name, url } of items(count)) zip.file(name, await (await fetch(url)).blob());
    return zip.generateAsync({ type: 'blob', compression: 'STORE' });
  },
  clientZip: (count: number) => {
    async function* files() {
      for (const { name, url } of items(count)) yield { name, input: await fetch(url) };
    }
    return downloadZip(files()).blob();
  },
};
export type Recipe = keyof typeof recipes;

async function run(recipe: Recipe, count: number): Promise<ZipNotes> {
  let worstGapMs = 0;
  let last = performance.now();
  let isOver = false;
  const frame = (now: number) => {
    worstGapMs = Math.max(worstGapMs, now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const begun = performance.now();
  const blob = await recipes[recipe](count);
  isOver = true;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = 'photo.zip';
  link.click();
  return { ms: performance.now() - begun, bytes: blob.size, worstGapMs };
}

declare global {
  interface Window {
    runZip: typeof run;
  }
}
window.runZip = run;

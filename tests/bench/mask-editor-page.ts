import type { Page } from '@playwright/test';

/** Length of the side of the picture that is worked on, px. */
export const side = 4096;
export const strokes = 500;
const movesPerStroke = 12;

/** Timings that the page records of its own work, ms. */
interface Notes {
  moves: number[][];
  ups: number[];
  keys: number[];
  previews: { name: string; ms: number }[];
  longTasks: number[];
}

declare global {
  interface Window {
    benchNotes: Notes;
  }
}

/** Runs in the page: times every event from before the first listener until after the last one and what it set off. */
export function noteWork(): void {
  window.benchNotes = { moves: [], ups: [], keys: [], previews: [], longTasks: [] };
  let startedAt = 0;
  let isDown = false;
  const kinds = ['pointerdown', 'pointermove', 'pointerup', 'keydown'] as const;
  for (const kind of kinds) {
    window.addEventListener(
      kind,
      () => {
        startedAt = performance.now();
      },
      { capture: true },
    );
    window.addEventListener(kind, (event) => {
      // Of a chord only the key that acts counts.
      if ((event as KeyboardEvent).key === 'Control' || (event as KeyboardEvent).key === 'Shift') return;
      const ms = performance.now() - startedAt;
      const { moves, ups, keys } = window.benchNotes;
      if (kind === 'pointerdown') {
        isDown = true;
        moves.push([]);
      } else if (kind === 'pointermove' && isDown) moves.at(-1)?.push(ms);
      else if (kind === 'pointerup' && isDown) {
        isDown = false;
        ups.push(ms);
      } else if (kind === 'keydown') keys.push(ms);
    });
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchNotes.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    readonly #asked = new Map<number, { name: string; at: number }>();

    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }) => {
        const call = this.#asked.get(data.id);
        if (call?.name === 'preview')
          window.benchNotes.previews.push({ name: call.name, ms: performance.now() - call.at });
      });
    }

    override postMessage(message: { id: number; name: string }): void {
      this.#asked.set(message.id, { name: message.name, at: performance.now() });
      super.postMessage(message);
    }
  };
}

/** Draws all strokes with the mouse, in the real editor. */
export async function drawStrokes(page: Page): Promise<void> {
  const box = await page.getByRole('img', { name: '要修改的图片' }).boundingBox();
  if (!box) throw new Error('the picture is not shown');
  for (let stroke = 0; stroke < strokes; stroke++) {
    const from = {
      x: box.x + ((stroke * 67) % (box.width - 120)),
      y: box.y + 40 + ((stroke * 41) % (box.height - 80)),
    };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let move = 1; move <= movesPerStroke; move++)
      await page.mouse.move(from.x + move * 9, from.y + Math.sin((stroke + move) / 2) * 24);
    await page.mouse.up();
  }
}

/** The pattern of other editors: every move empties a canvas of the picture's size and draws all strokes again. */
export function redrawEverything(page: Page): Promise<number> {
  return page.evaluate(
    ({ side, moves }) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const lines: { x: number; y: number }[][] = [];
      const times: number[] = [];
      for (let stroke = 0; stroke < 20; stroke++) {
        lines.push([]);
        for (let move = 0; move < moves; move++) {
          const startedAt = performance.now();
          lines.at(-1)?.push({ x: ((stroke * 331) % side) + move * 40, y: (stroke * 211) % side });
          canvas.width = side;
          canvas.height = side;
          context.lineWidth = 90;
          context.lineCap = 'round';
          for (const line of lines) {
            context.beginPath();
            for (const { x, y } of line) context.lineTo(x, y);
            context.stroke();
          }
          // Drawing is put off until somebody looks.
          context.getImageData(0, 0, 1, 1);
          times.push(performance.now() - startedAt);
        }
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    },
    { side, moves: movesPerStroke },
  );
}

/** Bytes of objects and buffers that are still in use. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usage.usedSize + (usage.backingStorageSize ?? 0);
}

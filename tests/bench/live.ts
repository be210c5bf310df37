import sharp from 'sharp';
import { startTestServer } from '../support/server.ts';
import { sendFrame } from '../support/server-live.ts';
import { type Measurement, say } from './measurement.ts';

const frames = 24;

/** Measures real-time rendering through HTTP: frames a second at 512 pixels of a drawing that changes every time. */
export async function benchLive(): Promise<Measurement[]> {
  const server = await startTestServer({ engine: 'embedded' });
  try {
    const member = await server.member({ tickets: { live: 9 } });
    const { liveId } = await member.api.openLive({ seed: 3 });
    const canvases = await Promise.all([...Array(frames).keys()].map(drawGrowingScene));
    // The first frames start the thread and let the compiler see the code.
    for (let warm = 0; warm < 4; warm++) await frame(warm, canvases[0] as Buffer);
    say(`${frames} frames`);
    const waits: number[] = [];
    const startedAt = performance.now();
    for (const [step, canvas] of canvases.entries()) {
      const sentAt = performance.now();
      await frame(4 + step, canvas);
      waits.push(performance.now() - sentAt);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return [
      { name: 'live frames a second at 512 px, over HTTP', ours: frames / seconds, unit: 'fps', target: '3' },
      { name: 'live frame at 512 px, median', ours: median(waits), unit: 'ms', target: 'below 250 ms' },
    ];

    async function frame(sequence: number, canvas: Buffer): Promise<void> {
      const { status, reason } = await sendFrame(member, liveId, { sequence, canvas });
      if (status !== 200) throw new Error(`a live frame was refused: ${reason}`);
    }
  } finally {
    await server.close();
  }
}

/** A house by a pond that gets trees one after the other; 512×384. */
async function drawGrowingScene(step: number): Promise<Buffer> {
  const trees = [...Array(step).keys()].map(
    (tree) => `<circle cx="${20 + tree * 21}" cy="${225 - (tree % 3) * 6}" r="15" fill="#3f7a3a"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="384"><rect width="512" height="384" fill="#fff"/>
    <rect width="512" height="190" fill="#8fc3f0"/><rect y="240" width="512" height="60" fill="#8dbb57"/>
    <rect y="300" width="512" height="84" fill="#2f7f9f"/><rect x="170" y="140" width="170" height="110" fill="#b0503c"/>
    <path d="M160 142 255 80 350 142Z" fill="#3c4450"/><rect x="195" y="165" width="36" height="36" fill="#9fd6dc"/>
    ${trees.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

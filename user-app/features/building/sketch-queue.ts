import { TransportError } from '#shared/client/transport';

interface Job {
  /** Lower ones are drawn first. */
  rank: number;
  signal: AbortSignal;
  begin: () => Promise<void>;
  callOff: () => void;
}

/** Sketches are drawn one after the other: the server draws one at a time for an account. */
const waiting: Job[] = [];
let isDrawing = false;

/** Addresses of sketches by what they show, the newest last. */
const drawn = new Map<string, string>();
const mostKept = 80;

export const drawnSketch = (key: string): string | undefined => drawn.get(key);

function keep(key: string, sketch: Blob): string {
  const address = URL.createObjectURL(sketch);
  drawn.set(key, address);
  for (const [oldest, former] of [...drawn].slice(0, -mostKept)) {
    drawn.delete(oldest);
    URL.revokeObjectURL(former);
  }
  return address;
}

async function drawNext(): Promise<void> {
  if (isDrawing) return;
  isDrawing = true;
  for (let job = takeFirst(); job; job = takeFirst()) await job.begin();
  isDrawing = false;
}

function takeFirst(): Job | undefined {
  const rank = Math.min(...waiting.map((job) => job.rank));
  const place = waiting.findIndex((job) => job.rank === rank);
  return place < 0 ? undefined : waiting.splice(place, 1)[0];
}

interface Wanted {
  rank: number;
  signal: AbortSignal;
  draw: (signal: AbortSignal) => Promise<Blob>;
}

/**
 * Address of a sketch, when its turn has come. Rejects with what `draw` throws, and with {@link TransportError}
 * `aborted` when it is no longer wanted.
 */
export function askSketch(key: string, { rank, signal, draw }: Wanted): Promise<string> {
  const known = drawn.get(key);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const isAborted = () => new TransportError('aborted', signal.reason);
    if (signal.aborted) {
      reject(isAborted());
      return;
    }
    const job: Job = {
      rank,
      signal,
      begin: async () => {
        signal.removeEventListener('abort', job.callOff);
        try {
          resolve(keep(key, await draw(signal)));
        } catch (error) {
          reject(error);
        }
      },
      callOff: () => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        reject(isAborted());
      },
    };
    signal.addEventListener('abort', job.callOff, { once: true });
    waiting.push(job);
    void drawNext();
  });
}

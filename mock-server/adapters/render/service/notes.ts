import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../write-whole.ts';

/** One picture of a run. */
const PartNote = z.object({
  /** Milliseconds since 1970. */
  sentAt: z.number(),
  /** Task of the service that makes the picture. */
  task: z.string().optional(),
  /** Place from which the picture can be fetched for a while. */
  link: z.string().optional(),
  /** Time that the picture took, milliseconds; present when its file is here. */
  ms: z.number().optional(),
});
export type PartNote = z.infer<typeof PartNote>;

const RunNote = z.object({ parts: z.record(z.string(), PartNote) });
/** Parts of a run by their index, from the moment at which they are sent. */
export type RunNote = z.infer<typeof RunNote>;

/** Time after which notes and pictures are deleted: links and tasks of services live as long. */
const lifetimeMs = 24 * 60 * 60 * 1000;
const keyForm = /^[\w-][\w.-]{0,199}$/;

export type RunNotes = ReturnType<typeof createRunNotes>;

/**
 * Notes of runs at a service, in a folder of their own: what was sent before it is sent, and what came of it. So it is
 * known after a crash what may have been paid for, and a picture that is paid for is not asked for again.
 */
export function createRunNotes(root: string) {
  const folderOf = (key: string) => {
    if (!keyForm.test(key)) throw new Error('not a key of a run');
    return path.join(root, key);
  };
  const pictureOf = (key: string, index: number) => path.join(folderOf(key), `picture-${index}`);

  return {
    /** Begins the note of a run; one that is there stays. */
    async begin(key: string): Promise<void> {
      if (await this.read(key)) return;
      await mkdir(folderOf(key), { recursive: true, mode: 0o700 });
      await this.write(key, { parts: {} });
    },

    /** Undefined where no run was begun under the key. */
    async read(key: string): Promise<RunNote | undefined> {
      if (!keyForm.test(key)) return undefined;
      const text = await readFile(path.join(folderOf(key), 'note.json'), 'utf8').catch(absent);
      return text === undefined ? undefined : RunNote.parse(JSON.parse(text));
    },

    write: (key: string, note: RunNote) => writeWhole(path.join(folderOf(key), 'note.json'), JSON.stringify(note)),
    putPicture: (key: string, index: number, bytes: Uint8Array) => writeWhole(pictureOf(key, index), bytes),
    picture: (key: string, index: number): Promise<Uint8Array | undefined> =>
      readFile(pictureOf(key, index)).catch(absent),
    remove: (key: string) => rm(folderOf(key), { recursive: true, force: true, maxRetries: 3 }),

    /** Deletes what is older than a day. */
    async sweep(now = Date.now()): Promise<void> {
      for (const name of (await readdir(root).catch(absent)) ?? []) {
        const folder = path.join(root, name);
        const facts = await stat(folder).catch(absent);
        if (facts && now - facts.mtimeMs > lifetimeMs) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

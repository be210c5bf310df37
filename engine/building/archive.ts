import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { endingOf } from '#shared/domain/foreign-buildings';
import { foreignFormat } from './foreign-format.ts';
import { BuildingFileRefused } from './refusals.ts';
import { textOf } from './texts.ts';

const mostEntries = 20_000;
/** Bytes of one file, and of all that are read of an archive together. */
const mostBytesOfFile = 400 * 1024 ** 2;
const mostBytes = 700 * 1024 ** 2;
/** Bytes that one packed byte becomes at most, in files that are not small. */
const mostRatio = 250;
const smallFile = 8 * 1024 ** 2;

const modelEndings = ['ifc', 'glb', 'gltf', 'obj'];
const archiveEndings = ['zip', 'ifczip', 'rar', '7z', 'gz'];

/** Further files of a model. */
export interface Resources {
  /**
   * Bytes of a file that the model names; undefined when there is none.
   *
   * @param reference as it stands in the model: relative to it, or a path of somebody else's machine, of which the name
   * alone is looked for
   */
  read(reference: string): Promise<Uint8Array | undefined>;
}

/** A file that came alone. */
export const noResources: Resources = { read: async () => undefined };

interface NamedEntry {
  name: string;
  entry: Entry;
}

/** A ZIP archive with one model in it. Nothing of it is written to a disk. */
export class ModelArchive implements Resources {
  readonly #zip: ZipFile;
  readonly #files: readonly NamedEntry[];
  readonly #model: NamedEntry;
  #bytes = 0;

  private constructor(zip: ZipFile, files: readonly NamedEntry[]) {
    this.#zip = zip;
    this.#files = files;
    this.#model = modelAmong(files);
  }

  /** Refuses what is no archive with one model. */
  static async open(file: string): Promise<ModelArchive> {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(damaged);
    try {
      return new ModelArchive(zip, await entriesOf(zip));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** Path of the model in the archive. */
  get modelName(): string {
    return this.#model.name;
  }

  readModel(): Promise<Uint8Array> {
    return this.#unpack(this.#model);
  }

  async read(reference: string): Promise<Uint8Array | undefined> {
    const found = this.#find(reference);
    return found && this.#unpack(found);
  }

  close(): void {
    this.#zip.close();
  }

  #find(reference: string): NamedEntry | undefined {
    const written = reference.replaceAll('\\', '/');
    const spellings = [written, decoded(written)].map((name) => name.toLowerCase());
    const folder = path.posix.dirname(this.#model.name);
    for (const name of spellings) {
      const wanted = path.posix.join(folder, name).toLowerCase();
      const found = this.#files.find((file) => file.name.toLowerCase() === wanted);
      if (found) return found;
    }
    const last = path.posix.basename(spellings[1]!);
    return this.#files.find((file) => path.posix.basename(file.name).toLowerCase() === last);
  }

  async #unpack({ entry }: NamedEntry): Promise<Uint8Array> {
    if (entry.generalPurposeBitFlag & 1) throw new BuildingFileRefused('zipEncrypted');
    const { compressedSize, uncompressedSize } = entry;
    this.#bytes += uncompressedSize;
    if (uncompressedSize > mostBytesOfFile || this.#bytes > mostBytes) throw new BuildingFileRefused('zipTooLarge');
    if (uncompressedSize > smallFile && uncompressedSize > compressedSize * mostRatio)
      throw new BuildingFileRefused('zipTooLarge');
    // The reader stops where there is more than the entry declares.
    const bytes = await this.#zip.openReadStreamPromise(entry).then(buffer).catch(damaged);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}

function damaged(cause: unknown): never {
  throw new BuildingFileRefused('zipDamaged', {}, cause);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

async function entriesOf(zip: ZipFile): Promise<NamedEntry[]> {
  const files: NamedEntry[] = [];
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (++count > mostEntries) throw new BuildingFileRefused('zipTooLarge');
      const name = textOf(entry.fileName as unknown as Uint8Array).replaceAll('\\', '/');
      if (validateFileName(name) || isLink(entry)) throw new BuildingFileRefused('zipPath');
      // Finder of macOS adds files of its own.
      if (!name.endsWith('/') && !name.startsWith('__MACOSX/')) files.push({ name, entry });
    }
  } catch (error) {
    if (error instanceof BuildingFileRefused) throw error;
    damaged(error);
  }
  return files;
}

function modelAmong(files: readonly NamedEntry[]): NamedEntry {
  const models = files.filter(({ name }) => modelEndings.includes(endingOf(name)));
  if (models.length > 1) {
    const [first, second] = models.map(({ name }) => path.posix.basename(name));
    throw new BuildingFileRefused('zipSeveral', { first: first!, second: second! });
  }
  const model = models[0];
  if (model) return model;
  if (files.some(({ name }) => archiveEndings.includes(endingOf(name)))) throw new BuildingFileRefused('zipNested');
  const foreign = files.map(({ name }) => foreignFormat(new Uint8Array(), name)).find((reason) => reason !== undefined);
  throw new BuildingFileRefused(foreign ?? 'zipEmpty');
}

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { inChina, toChinaTime } from '#shared/domain/time';
import type { BlobStorage } from '../../../adapters/storage/port.ts';
import type { OpenSnapshot } from '../../base/store.ts';
import { type ZipEntry, zipStream } from '../../base/zip-stream.ts';
import type { Cell } from '../export/cell.ts';
import { byteOrderMark, csvLine } from '../export/csv.ts';
import { columnWords } from './column-words.ts';
import { ofPersons } from './erasure.repository.ts';
import * as data from './personal-data.repository.ts';
import type { PersonalTable } from './personal-tables.repository.ts';

type Row = Record<string, unknown>;

/** Pictures or models whose numbers are read at once. */
const originalsAtOnce = 500;

/**
 * Everything of one person as a ZIP that is sent while it is read, as of one moment: for each topic a JSON and a CSV,
 * the originals of the pictures and building models, and a text that says what each is and what is not there. Closes the snapshot.
 */
export async function* personFile(
  snapshot: OpenSnapshot,
  storage: Pick<BlobStorage, 'localFile'>,
  accountId: string,
  at: number,
): AsyncGenerator<Buffer> {
  try {
    yield* zipStream(entriesOf(snapshot, storage, accountId, at), inChina(at));
  } finally {
    await snapshot.close();
  }
}

async function* entriesOf(
  { db, walk }: OpenSnapshot,
  storage: Pick<BlobStorage, 'localFile'>,
  accountId: string,
  at: number,
): AsyncGenerator<ZipEntry> {
  const lines: string[] = [];
  for (const [table, rule] of ofPersons) {
    if ('none' in rule.file) continue;
    const count = await data.countOf(db, table, rule, accountId);
    if (count === 0) continue;
    const { name, says } = rule.file;
    const rows = () => walk(data.rowsOf(db, table, rule, accountId)) as AsyncGenerator<Row[]>;
    yield { name: `${name}.json`, chunks: jsonChunks(rows(), rule), isCompressed: true };
    yield { name: `${name}.csv`, chunks: csvChunks(rows(), rule), isCompressed: true };
    lines.push(`${name}.json、${name}.csv：${says}，共 ${count} 条`);
  }
  const missing: string[] = [];
  const originals = { pictures: 0, models: 0 };
  for await (const { kind, id, sha256, name } of originalsOf(db, accountId)) {
    const handle = await storage
      .localFile(sha256)
      .then((path) => open(path))
      .catch(() => undefined);
    if (!handle) missing.push(id);
    else yield { name, chunks: createReadStream('', { fd: handle }) };
    originals[kind] += handle ? 1 : 0;
  }
  const text = Buffer.from(manifest({ accountId, at, lines, ...originals, missing }));
  yield { name: '说明.txt', chunks: Readable.from([text]), isCompressed: true };
}

interface Original {
  kind: 'pictures' | 'models';
  id: string;
  sha256: string;
  /** In the archive. */
  name: string;
}

/** Files that the person has brought, and those made for them. */
async function* originalsOf(db: OpenSnapshot['db'], accountId: string): AsyncGenerator<Original> {
  for (let behind = ''; ; ) {
    const page = await data.picturesAfter(db, accountId, behind, originalsAtOnce);
    for (const { id, sha256, format } of page) yield { kind: 'pictures', id, sha256, name: `图片原件/${id}.${format}` };
    behind = page.at(-1)?.id ?? behind;
    if (page.length < originalsAtOnce) break;
  }
  for (let behind = ''; ; ) {
    const page = await data.buildingsAfter(db, accountId, behind, originalsAtOnce);
    for (const { id, sha256, file_name } of page) {
      const ending = /\.(\w{1,8})$/.exec(file_name)?.[1] ?? 'bin';
      yield { kind: 'models', id, sha256, name: `模型原件/${id}.${ending}` };
    }
    behind = page.at(-1)?.id ?? behind;
    if (page.length < originalsAtOnce) break;
  }
}

function manifest(told: {
  accountId: string;
  at: number;
  lines: readonly string[];
  pictures: number;
  models: number;
  missing: readonly string[];
}): string {
  const left = ofPersons.flatMap(([table, { file }]) => ('none' in file ? [`${table}：${file.none}`] : []));
  return [
    '筑绘 AI 个人数据副本',
    `账号编号：${told.accountId}`,
    `截至：${toChinaTime(told.at)}（北京时间）`,
    '',
    '文件：',
    ...told.lines,
    `图片原件/：上传与生成的图片，文件名是图片编号，共 ${told.pictures} 个`,
    ...(told.models > 0 ? [`模型原件/：上传的建筑模型，文件名是模型编号，共 ${told.models} 个`] : []),
    ...(told.missing.length > 0 ? [`文件已不在、没有附上的图片或模型：${told.missing.join('、')}`] : []),
    '',
    'JSON 与 CSV 内容相同：JSON 供程序读取，CSV 可用 Excel 打开。时间都是北京时间，金额以分为单位。',
    '',
    '没有包括：',
    ...left,
    '',
  ].join('\r\n');
}

/** The columns that the person is given, as they are read: times as clocks in China show them. */
function shown(row: Row, { without = [] }: PersonalTable): Array<[string, unknown]> {
  return Object.entries(row)
    .filter(([column]) => !without.includes(column))
    .map(([column, value]) => [
      column,
      column.endsWith('_at') && typeof value === 'number' ? toChinaTime(value) : value,
    ]);
}

const word = (column: string) => columnWords[column] ?? column;

async function* jsonChunks(batches: AsyncIterable<Row[]>, rule: PersonalTable): AsyncGenerator<Buffer> {
  let before = '[\n';
  for await (const rows of batches) {
    const texts = rows.map((row) =>
      JSON.stringify(Object.fromEntries(shown(row, rule).map(([column, value]) => [word(column), parsed(value)]))),
    );
    yield Buffer.from(before + texts.join(',\n'));
    before = ',\n';
  }
  yield Buffer.from('\n]\n');
}

async function* csvChunks(batches: AsyncIterable<Row[]>, rule: PersonalTable): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const rows of batches) {
    const head =
      isFirst && rows[0] ? byteOrderMark + csvLine(shown(rows[0], rule).map(([column]) => word(column))) : '';
    isFirst = false;
    yield Buffer.from(head + rows.map((row) => csvLine(shown(row, rule).map(([, value]) => value as Cell))).join(''));
  }
}

/** Columns that hold JSON are parsed, so that the file nests them as JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

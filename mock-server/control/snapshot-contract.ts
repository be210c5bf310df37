import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint';
import { Instant } from '#shared/contract/fields';
import { common, Done } from './contract-parts.ts';

const tag = '快照';
const Name = z.object({ name: z.string().max(100) });

const Snapshot = z.object({
  name: z.string(),
  createdAt: Instant,
  /** Of all its files; pictures share their bytes with the world they are from. */
  bytes: z.int(),
  files: z.int(),
  version: z.string(),
});

const archive = ['application/zip'] as const;
/** Larger archives than this are no snapshots of tests, bytes. */
const largestArchive = 8 * 1024 ** 3;

/** Calls that keep a world as of one moment, and make worlds of what is kept. */
export const snapshotContract = {
  snapshots: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/snapshots',
    summary: '保存的快照，新的在前；在每个空间都看得到',
    tag,
    output: z.array(Snapshot),
  }),
  makeSnapshot: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/snapshots',
    summary: '保存当前空间：数据、图片、时钟、发件箱、故障、请求记录与模拟支付的账；同名的被换掉',
    tag,
    input: Name,
    output: Snapshot,
    errors: ['snapshot.bad_name', 'snapshot.too_many', 'snapshot.broken'],
  }),
  restoreSnapshot: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/snapshots/:name/restore',
    summary: '用快照换掉当前空间的一切；正在运行的任务与事件流随之结束。快照先在一旁检查，不能用时什么都不改动',
    tag,
    params: Name,
    output: z.object({ ...Done, name: z.string() }),
    errors: ['snapshot.not_found', 'snapshot.other_version', 'snapshot.broken'],
  }),
  removeSnapshot: endpoint({
    ...common,
    method: 'DELETE',
    path: '/__mock/snapshots/:name',
    summary: '删除一个快照；由它恢复的空间不受影响',
    tag,
    params: Name,
    output: z.object(Done),
    errors: ['snapshot.not_found'],
  }),
  snapshotFile: endpoint({
    ...common,
    answers: 'bytes',
    method: 'GET',
    path: '/__mock/snapshots/:name/file',
    summary: '把快照下载成一个文件，解开就是 npm run backup 的备份文件夹',
    tag,
    params: Name,
    media: archive,
    errors: ['snapshot.not_found'],
  }),
  putSnapshotFile: endpoint({
    ...common,
    encoding: 'raw',
    bodyLimit: largestArchive,
    method: 'PUT',
    path: '/__mock/snapshots/:name/file',
    summary: '上传下载过的快照文件（请求体就是文件），每个文件都与清单核对，数据库与其余内容都检查；同名的被换掉',
    tag,
    params: Name,
    output: Snapshot,
    errors: ['snapshot.bad_name', 'snapshot.too_many', 'snapshot.not_a_snapshot', 'snapshot.broken'],
  }),
};

import { z } from 'zod';
import type { StaffPermission } from '../domain/staff-permissions.ts';
import { desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import { manyLines } from './text.ts';

/** A field that a file can bring. */
export interface ImportField {
  /** As exports call it. */
  heading: string;
  /** Parser of its text: `yuan` becomes fen. */
  kind: 'text' | 'flag' | 'yuan' | 'number';
  canBeEmpty?: boolean;
  /** Only a new record takes it; an empty cell of one that is there says nothing. */
  isForNew?: boolean;
  /** A right of its own, beside that of the resource. */
  permission?: StaffPermission;
  /** Help, as a Chinese sentence. */
  help?: string;
}

export interface Importable {
  /** Chinese name of its records. */
  what: string;
  permission: StaffPermission;
  /** True when rows without an id become new records. */
  makesNew: boolean;
  /** Beside `id`. */
  fields: Readonly<Record<string, ImportField>>;
  /** Fields that together stand only once in a file. */
  unique: readonly string[];
}

/** Lists of the console into which files can be read, by their resource. */
export const importables = {
  accounts: {
    what: '账号',
    permission: 'account.write',
    makesNew: true,
    fields: {
      phoneNo: { heading: '手机号', kind: 'text', isForNew: true, help: '只用于新账号；已有账号的手机号不能在这里改' },
      nickName: { heading: '昵称', kind: 'text' },
      isTestUser: { heading: '测试账号', kind: 'flag' },
      note: {
        heading: '备注',
        kind: 'text',
        canBeEmpty: true,
        permission: 'account.note',
        help: '添加为一条账号备注，用户看不到',
      },
    },
    unique: ['phoneNo'],
  },
  hotWords: {
    what: '热词',
    permission: 'content.write',
    makesNew: true,
    fields: { word: { heading: '热词', kind: 'text' } },
    unique: ['word'],
  },
  materials: {
    what: '素材',
    permission: 'content.write',
    makesNew: false,
    fields: {
      name: { heading: '名称', kind: 'text' },
      classifyId: { heading: '分类编号', kind: 'text' },
      isHidden: { heading: '隐藏', kind: 'flag' },
    },
    unique: [],
  },
  categories: {
    what: '分类',
    permission: 'category.write',
    makesNew: true,
    fields: {
      parentId: { heading: '上级编号', kind: 'text', isForNew: true, help: '只用于新分类；移动已有分类请在分类树里做' },
      name: { heading: '名称', kind: 'text' },
      isHidden: { heading: '隐藏', kind: 'flag' },
    },
    unique: ['parentId', 'name'],
  },
  products: {
    what: '商品',
    permission: 'product.write',
    makesNew: false,
    fields: {
      title: { heading: '名称', kind: 'text' },
      price: { heading: '价格（元）', kind: 'yuan' },
      listPrice: { heading: '划线价（元）', kind: 'yuan', canBeEmpty: true },
      limitPerPhone: { heading: '每个手机号限购', kind: 'number', canBeEmpty: true },
      isOnShelf: { heading: '上架', kind: 'flag' },
      position: { heading: '位置', kind: 'number' },
    },
    unique: [],
  },
} as const satisfies Record<string, Importable>;
export type ImportResource = keyof typeof importables;
export const importResources = Object.keys(importables) as ImportResource[];
export const idHeading = '编号';

/** Rows of a file, and rows of them that may be new or changed. */
export const mostImportRows = 10_000;
export const mostImportChanges = 2000;
/** Characters of a file. */
export const mostImportText = 2_000_000;
/** Refused rows that an answer tells; the others are counted. */
export const mostRefusedRows = 500;

export const ImportRow = z.object({
  /** Of the file, where the row begins. */
  line: z.int(),
  /** Null for a new record. */
  id: z.string().nullable(),
  state: z.enum(['new', 'changed', 'refused']),
  /** Name of the record. */
  name: z.string(),
  /** Of the record as the trial saw it; sent back with the import. */
  version: z.int().nullable(),
  /** As files have it. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Why it is refused. */
  message: z.string(),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const ImportAnswer = z.object({
  /** Rows that are new, changed or refused, as they stand in the file; of refused ones the first 500. */
  rows: z.array(ImportRow),
  counts: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() }),
  /** By which all of it is undone; null where nothing was written. */
  changeId: Id.nullable(),
});
export type ImportAnswer = z.infer<typeof ImportAnswer>;

export const importDeskContract = {
  importRecords: endpoint({
    ...desk,
    permission: null,
    method: 'POST',
    encoding: 'json',
    path: '/api/admin/v1/:resource/import',
    summary: `从 CSV 导入（${importResources.join('、')}）：isTrial 只试算，什么都不写；正式导入每行各自成败，整批一次撤销；需要改该资源的权限`,
    params: z.object({ resource: z.string().min(1).max(60) }),
    input: z.object({
      isTrial: z.boolean(),
      /** The file as text, its headings in the first line. */
      text: manyLines(
        z
          .string()
          .min(1, '文件是空的')
          .max(mostImportText, `文件太大：最多 ${mostImportText / 10_000} 万个字符，请分成几个文件`),
      ),
      /** For each column, in its order, the field it brings, `id`, or an empty text for none. */
      columns: z.array(z.string().max(40)).min(1).max(200),
      /** Versions of the records to be changed, by their ids, as the trial told them; a newer one is not overwritten. */
      versions: z.record(z.string(), z.int()).default({}),
    }),
    output: ImportAnswer,
    bodyLimit: 8 * 1024 * 1024,
    errors: ['auth.forbidden', 'request.not_found', 'import.unreadable', 'import.too_long', 'import.too_many_changes'],
  }),
} as const;

import { z } from 'zod';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { WithPending } from './pending-change.ts';

export const settingGroups = ['limit', 'engine', 'words', 'environment'] as const;
/** Source of a value. `file`: the environment names a file. `console`: staff have set it. */
export const settingSources = ['default', 'environment', 'file', 'console'] as const;

/** A number, a choice, words one a line, or text of the environment. Null: what the program chooses itself. */
export const SettingValue = z
  .union([z.number(), z.string().max(200), z.array(z.string().max(64)).max(5000)])
  .nullable();
export type SettingValue = z.infer<typeof SettingValue>;

/** A setting and what it stands at. */
export const Setting = z.object({
  /** `limit-giftCeiling`, `engine-toline`, `words-refused`; of the environment `PORT`. */
  id: z.string(),
  group: z.enum(settingGroups),
  title: z.string(),
  help: z.string(),
  kind: z.enum(['number', 'choice', 'words', 'text']),
  /** Null too where it is a secret. */
  value: SettingValue,
  /** For people; secrets are masked. */
  shown: z.string(),
  /** Value without a setting of staff. */
  usual: z.string(),
  source: z.enum(settingSources),
  /** The environment variable behind it; null where there is none. */
  variable: z.string().nullable(),
  isEditable: z.boolean(),
  isSecret: z.boolean(),
  /** When a change takes effect. */
  effect: z.enum(['now', 'restart']),
  least: z.number().nullable(),
  most: z.number().nullable(),
  unit: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Send it back with a change; a stale one is refused with 409. */
  version: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: Instant.nullable(),
});
export type Setting = z.infer<typeof Setting>;

/** A setting after a change, or with the change that waits for a second person. */
export const ChangedSetting = Setting.extend(WithPending.shape);

export const settingDeskContract = {
  staffSettings: listEndpoint({
    path: '/api/admin/v1/settings',
    permission: 'setting.read',
    summary: '设置：可在控制台修改的，以及来自环境变量的（只读，密钥遮住）',
    list: listOf(
      {
        group: listField.choice(settingGroups, { isSortable: true }),
        source: listField.choice(settingSources, { isSortable: true }),
        isEditable: listField.flag({ isSortable: true }),
        isSecret: listField.flag(),
        title: listField.text({ isSortable: true }),
        updatedAt: listField.instant({ canBeNull: true, isSortable: true }),
      },
      // Editable settings come first.
      { hasSearch: true, defaultSort: { field: 'isEditable', order: 'desc' } },
    ),
    row: Setting,
  }),
  staffSetting: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/settings/:id',
    permission: 'setting.read',
    summary: '一项设置',
    params: byId,
    output: Setting,
    errors: ['setting.not_found'],
  }),
  changeSetting: endpoint({
    ...desk,
    method: 'PATCH',
    encoding: 'json',
    path: '/api/admin/v1/settings/:id',
    permission: 'setting.write',
    summary: '修改设置；value 为 null 时恢复为环境变量或默认值；放宽限额或缩短等待期要另一人批准，见 pendingChange',
    params: byId,
    input: z.object({ value: SettingValue, version: z.int(), reason: Reason }),
    output: ChangedSetting,
    errors: ['setting.not_found', 'setting.read_only', 'setting.invalid', 'setting.changed_meanwhile'],
  }),
} as const;

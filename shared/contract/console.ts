import { z } from 'zod';
import { accountDeskContract } from './account-desk.ts';
import { agreementDeskContract } from './agreement-desk.ts';
import { auditDeskContract } from './audit-desk.ts';
import { bulkContract } from './bulk.ts';
import { categoryDeskContract } from './category-desk.ts';
import { changeDeskContract } from './change-desk.ts';
import { connectedEngineDeskContract } from './connected-engine-desk.ts';
import { contentDeskContract } from './content-desk.ts';
import { byId, desk } from './desk.ts';
import { type Contract, type Endpoint, endpoint } from './endpoint.ts';
import { engineDeskContract } from './engine-desk.ts';
import { exportDeskContract } from './export-desk.ts';
import { galleryDeskContract } from './gallery-desk.ts';
import { galleryShelfDeskContract } from './gallery-shelf-desk.ts';
import { impersonationDeskContract } from './impersonation.ts';
import { importDeskContract } from './import-desk.ts';
import type { ListDefinition } from './list-definition.ts';
import { mergeDeskContract } from './merge-desk.ts';
import { modelDeskContract } from './model-desk.ts';
import { noticeDeskContract } from './notice-desk.ts';
import { orderDeskContract } from './order-desk.ts';
import { personalDataDeskContract } from './personal-data-desk.ts';
import { productDeskContract } from './product-desk.ts';
import { queueDeskContract } from './queue-desk.ts';
import { reportDeskContract } from './report-desk.ts';
import { rightsDeskContract } from './rights-desk.ts';
import { searchDeskContract } from './search-desk.ts';
import { settingDeskContract } from './setting-desk.ts';
import { slowDeskContract } from './slow-desk.ts';
import { adminContract } from './staff.ts';
import { staffDeskContract } from './staff-desk.ts';
import { taskDeskContract } from './task-desk.ts';
import { viewDeskContract } from './view-desk.ts';

/** Every call under `/api/admin/v1`. */
export const consoleContract = {
  ...exportDeskContract,
  ...importDeskContract,
  ...adminContract,
  ...accountDeskContract,
  ...productDeskContract,
  ...orderDeskContract,
  ...galleryDeskContract,
  ...galleryShelfDeskContract,
  ...changeDeskContract,
  ...staffDeskContract,
  ...taskDeskContract,
  ...auditDeskContract,
  ...queueDeskContract,
  ...engineDeskContract,
  ...connectedEngineDeskContract,
  ...slowDeskContract,
  ...modelDeskContract,
  ...settingDeskContract,
  ...reportDeskContract,
  ...bulkContract,
  ...viewDeskContract,
  ...searchDeskContract,
  ...categoryDeskContract,
  ...rightsDeskContract,
  ...contentDeskContract,
  ...impersonationDeskContract,
  ...personalDataDeskContract,
  ...mergeDeskContract,
  ...agreementDeskContract,
  ...noticeDeskContract,
} as const;

type ConsoleContract = typeof consoleContract;

/** Names of the calls that are declared by `listEndpoint`. */
export type ListCallName = {
  [K in keyof ConsoleContract]: ConsoleContract[K] extends { list: ListDefinition } ? K : never;
}[keyof ConsoleContract];

/** Name of the resource that a path under `/api/admin/v1` belongs to, e.g. `tasks`. */
export function resourceOf(path: string): string {
  return path.split('/')[4] ?? '';
}

const calls: Array<[string, Endpoint]> = Object.entries(consoleContract);

/** The call that reads one record of a list, unless the contract has a call of its own for it. */
function rowCall([name, list]: [string, Endpoint]): Array<[string, Endpoint]> {
  if (!list.list || calls.some(([, { method, path }]) => method === 'GET' && path === `${list.path}/:id`)) return [];
  const row = endpoint({
    ...desk,
    permission: list.permission,
    method: 'GET',
    path: `${list.path}/:id`,
    summary: `${list.summary}：一条`,
    params: byId,
    output: (list.output as z.ZodArray).element as z.ZodType,
    errors: ['record.not_found'],
  });
  return [[`${name}Row`, row]];
}

/** The call that is sent a whole record instead of what changes in it. */
function wholeCall([name, patch]: [string, Endpoint]): Array<[string, Endpoint]> {
  if (patch.method !== 'PATCH') return [];
  const input = z.record(z.string(), z.unknown());
  const summary = `${patch.summary}（整条提交：没有变化的字段照旧，不能改的变了则 422）`;
  return [[`${name}Whole`, { ...patch, method: 'PUT', encoding: 'json', input, summary }]];
}

/** Calls that follow from those of the console and are answered by the same handlers: single rows and whole records. */
export const derivedContract: Contract = Object.fromEntries([...calls.flatMap(rowCall), ...calls.flatMap(wholeCall)]);

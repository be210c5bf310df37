import { auditDeskContract } from './audit-desk.ts';
import { bulkContract } from './bulk.ts';
import { categoryDeskContract } from './category-desk.ts';
import { changeDeskContract } from './change-desk.ts';
import { engineDeskContract } from './engine-desk.ts';
import { exportDeskContract } from './export-desk.ts';
import { galleryDeskContract } from './gallery-desk.ts';
import type { ListDefinition } from './list-definition.ts';
import { orderDeskContract } from './order-desk.ts';
import { productDeskContract } from './product-desk.ts';
import { queueDeskContract } from './queue-desk.ts';
import { reportDeskContract } from './report-desk.ts';
import { searchDeskContract } from './search-desk.ts';
import { settingDeskContract } from './setting-desk.ts';
import { adminContract } from './staff.ts';
import { staffDeskContract } from './staff-desk.ts';
import { taskDeskContract } from './task-desk.ts';
import { viewDeskContract } from './view-desk.ts';

/** Every call under `/api/admin/v1`. */
export const consoleContract = {
  ...exportDeskContract,
  ...adminContract,
  ...productDeskContract,
  ...orderDeskContract,
  ...galleryDeskContract,
  ...changeDeskContract,
  ...staffDeskContract,
  ...taskDeskContract,
  ...auditDeskContract,
  ...queueDeskContract,
  ...engineDeskContract,
  ...settingDeskContract,
  ...reportDeskContract,
  ...bulkContract,
  ...viewDeskContract,
  ...searchDeskContract,
  ...categoryDeskContract,
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

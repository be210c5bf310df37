import { consoleContract } from './console.ts';
import { manageContract } from './staff.ts';
import { auditDeskContract } from './audit-desk.ts';
import { categoryDeskContract } from './category-desk.ts';
import { changeDeskContract } from './change-desk.ts';
import { engineDeskContract } from './engine-desk.ts';
import { galleryDeskContract } from './gallery-desk.ts';
import { orderDeskContract } from './order-desk.ts';
import { productDeskContract } from './product-desk.ts';
import { queueDeskContract } from './queue-desk.ts';
import { settingDeskContract } from './setting-desk.ts';
import { adminContract, manageContract } from './staff.ts';
import { staffDeskContract } from './staff-desk.ts';
import { taskDeskContract } from './task-desk.ts';
import { userContract } from './user.ts';

/** Every call of the product. The server mounts it, the clients and the API description derive from it. */
export const contract = {
  ...userContract,
  ...manageContract,
  ...consoleContract,
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
  ...categoryDeskContract,
} as const;

export type ProductContract = typeof contract;
export type CallName = keyof ProductContract;

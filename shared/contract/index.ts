import { consoleContract } from './console.ts';
import { manageContract } from './staff.ts';
import { userContract } from './user.ts';

/** Every call of the product. The server mounts it, the clients and the API description derive from it. */
export const contract = {
  ...userContract,
  ...manageContract,
  ...consoleContract,
} as const;

export type ProductContract = typeof contract;
export type CallName = keyof ProductContract;

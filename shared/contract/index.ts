import { authContract, casContract } from './auth.ts';
import { imageContract } from './image.ts';
import { chatContract, galleryContract, orderContract } from './later.ts';
import { liveContract } from './live.ts';
import { projectContract } from './project.ts';
import { adminContract, manageContract } from './staff.ts';
import { systemContract } from './system.ts';
import { taskContract } from './task.ts';

/** Every call of the product. The server mounts it, the clients and the API description derive from it. */
export const contract = {
  ...systemContract,
  ...authContract,
  ...casContract,
  ...imageContract,
  ...taskContract,
  ...projectContract,
  ...liveContract,
  ...orderContract,
  ...chatContract,
  ...galleryContract,
  ...manageContract,
  ...adminContract,
} as const;

export type ProductContract = typeof contract;
export type CallName = keyof ProductContract;

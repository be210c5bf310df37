import type { Call } from '#shared/contract/endpoint';
import type { CustomRequest, orderContract } from '#shared/contract/order';
import { api } from '../lib/api';

export type CustomWishes = Call<typeof orderContract.submitCustomRequest>;

export function submitCustomRequest(wishes: CustomWishes): Promise<CustomRequest> {
  return api.submitCustomRequest(wishes);
}

export function readCustomRequest(receiptNo: string, phoneNo: string): Promise<CustomRequest> {
  return api.customRequestStatus({ receiptNo, phoneNo });
}

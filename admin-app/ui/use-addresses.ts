import { ResourceContext } from '@refinedev/core';
import { useContext } from 'react';
import { type Addresses, addressesIn } from './resource-addresses.ts';

/** Addresses of a resource's pages, as registered with Refine. */
export function useAddresses(resource: string): Addresses {
  const { resources } = useContext(ResourceContext);
  return addressesIn(resources, resource);
}

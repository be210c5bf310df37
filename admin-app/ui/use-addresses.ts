import { ResourceContext } from '@refinedev/core';
import { useContext } from 'react';
import { type Addresses, addressesIn } from './resource-addresses.ts';

/** Where the pages of a resource are, from what Refine was told of it. */
export function useAddresses(resource: string): Addresses {
  const { resources } = useContext(ResourceContext);
  return addressesIn(resources, resource);
}

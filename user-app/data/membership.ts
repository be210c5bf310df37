import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';
import { useShop } from '../lib/shop-store';

/** My plan, what comes after it, and when the next tickets arrive. */
export function useMembership(isLoggedIn: boolean) {
  return useServerState(() => api.membership(), {
    key: 'membership',
    isReady: isLoggedIn,
    dependsOn: [useShop('arrivals')],
  });
}

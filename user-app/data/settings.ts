import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** Settings of the operator that pages need: filing number, agreement version, local mode. */
export function useSiteSettings() {
  return useServerState(() => api.siteSettings(), { key: 'site-settings', freshFor: 5 * minute });
}

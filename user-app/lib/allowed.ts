import type { AccessFlag } from '#shared/contract/auth';
import { useAccess } from './router';

/** Says of a route, entry or field whether it may be seen: what names no access flag is for all (docs/RULES.md R18). */
export function useAllowed(): (named: { access?: AccessFlag }) => boolean {
  const flags = useAccess() as Readonly<Record<AccessFlag, boolean>>;
  return ({ access }) => access === undefined || flags[access] === true;
}

import type { AccessFlag } from '#shared/contract/auth';
import type { InitialState } from './data/user';

export type Access = Record<AccessFlag, boolean>;

const nothing: Access = {
  canUse: false,
  canDownloadClean: false,
  canUse2K: false,
  canUse4K: false,
  canPrivate: false,
  isTester: false,
};

/** Access flags of the current user. A route or menu entry that names a flag is hidden while the flag is false. */
export default function access(initialState: InitialState | undefined): Access {
  const vip = initialState?.vip;
  return vip ? { ...nothing, ...vip.flags } : nothing;
}

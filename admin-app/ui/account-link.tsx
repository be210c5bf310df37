import { CanAccess } from '@refinedev/core';
import { Link } from 'react-router';
import { useAddresses } from './use-addresses.ts';

/** An account's name, leading to its drawer where the role may see accounts. */
export function AccountLink({ accountId, name }: { accountId: string; name: string }) {
  const label = name || accountId;
  const { record } = useAddresses('account');
  return (
    <CanAccess resource="account" action="show" fallback={<span className="clip">{label}</span>}>
      <Link className="clip" to={record(accountId)} title={label}>
        {label}
      </Link>
    </CanAccess>
  );
}

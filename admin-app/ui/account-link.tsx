import { CanAccess } from '@refinedev/core';
import { Link } from 'react-router';

/** An account's name, leading to its drawer where the role may see accounts. */
export function AccountLink({ accountId, name }: { accountId: string; name: string }) {
  const label = name || accountId;
  return (
    <CanAccess resource="account" action="show" fallback={<span className="clip">{label}</span>}>
      <Link className="clip" to={`/accounts/${accountId}`} title={label}>
        {label}
      </Link>
    </CanAccess>
  );
}

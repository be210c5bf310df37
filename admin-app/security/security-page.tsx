import { useApiUrl, useCustom } from '@refinedev/core';
import { Alert } from 'antd';
import { type StaffSecurity, type StaffSession, staffDeskContract } from '#shared/contract/staff-desk';
import { staffSetUpLabels } from '#shared/contract/staff-door';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { LoadFailure } from '../ui/parts.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { FactorPart } from './factor-part.tsx';
import { PasswordPart } from './password-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import './security.css';

/** Security of one's own login: password, second factor, sessions. */
export default function SecurityPage() {
  usePageTitle('我的安全');
  const security = useOwn<StaffSecurity>(staffDeskContract.mySecurity.path);
  const sessions = useOwn<StaffSession[]>(staffDeskContract.mySessions.path);
  const renew = () => {
    void security.query.refetch();
    void sessions.query.refetch();
  };
  const facts = security.query.data?.data;
  const { error } = security.query;
  if (!facts) return error ? <LoadFailure error={error} onRetry={renew} /> : <PageSkeleton />;
  const { mustSetUp } = facts;
  return (
    <div className="page security">
      <header className="page-head">
        <h1>我的安全</h1>
      </header>
      {mustSetUp.length > 0 && (
        <Alert
          type="warning"
          role="status"
          message={`请先${mustSetUp.map((part) => staffSetUpLabels[part]).join('、')}，完成后才能使用控制台`}
        />
      )}
      <PasswordPart security={facts} onDone={renew} />
      <FactorPart security={facts} onDone={renew} />
      <SessionsPart sessions={sessions.query.data?.data ?? []} onDone={renew} />
    </div>
  );
}

/** Answer of the server about the caller's own security. */
function useOwn<T>(path: string) {
  useApiUrl();
  return useCustom<T & object>({ url: path, method: 'get', errorNotification: false });
}

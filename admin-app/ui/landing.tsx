import { useCan } from '@refinedev/core';
import { Link, Navigate } from 'react-router';
import type { ConsoleResource } from './console-resource.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { Empty } from './parts.tsx';

/** Sends a person to the first list their role may see. */
export function Landing({ resources }: { resources: readonly ConsoleResource[] }) {
  const [first, ...rest] = resources;
  if (!first) return <NoAccess />;
  return <LandingStep first={first} rest={rest} />;
}

function LandingStep({ first, rest }: { first: ConsoleResource; rest: readonly ConsoleResource[] }) {
  const { data } = useCan({ resource: first.name, action: 'list' });
  if (!data) return <PageSkeleton />;
  return data.can ? <Navigate to={`/${first.path}`} replace /> : <Landing resources={rest} />;
}

export function NoAccess() {
  return (
    <div className="page">
      <Empty sentence="您的角色没有查看这里的权限，如有需要请联系超级管理员。" />
    </div>
  );
}

export function NotFound() {
  return (
    <div className="page">
      <Empty sentence="页面不存在，地址可能已变更。" action={<Link to="/">返回控制台首页</Link>} />
    </div>
  );
}

import type { ReactNode } from 'react';
import type { StaffSession } from '#shared/contract/staff-desk';
import { browserName } from './browser-name.ts';
import { Time } from './parts.tsx';

interface Props {
  sessions: readonly StaffSession[];
  action?: (session: StaffSession) => ReactNode;
}

/** Sessions: with which browser, from where, since when. */
export function SessionRows({ sessions, action }: Props) {
  if (sessions.length === 0) return <p className="quiet">没有登录着的地方。</p>;
  return (
    <ul className="session-rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <span>
            <span title={session.userAgent}>{browserName(session.userAgent)}</span>
            {session.isCurrent && <strong> · 当前</strong>}
            <span className="quiet">
              {' '}
              {session.address} · <Time at={session.createdAt} />
            </span>
          </span>
          {action?.(session)}
        </li>
      ))}
    </ul>
  );
}

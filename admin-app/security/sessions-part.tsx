import type { StaffSession } from '#shared/contract/staff-desk';
import { staffDeskContract } from '#shared/contract/staff-desk';
import { ActionButton } from '../ui/action-button.tsx';
import { Section } from '../ui/parts.tsx';
import { SessionRows } from '../ui/session-rows.tsx';

/** One's own sessions, each with a button that ends it. */
export function SessionsPart({ sessions, onDone }: { sessions: readonly StaffSession[]; onDone: () => void }) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <Section
      title="登录着的地方"
      more={
        others > 0 && (
          <ActionButton
            label="其他全部退出"
            title={`让其他 ${others} 处登录退出？`}
            intro="这里的登录保留。"
            button={{ size: 'small' }}
            changes={[]}
            onDone={onDone}
            onSend={(send) => send(staffDeskContract.endMyOtherSessions, {}, ({ ended }) => `已让 ${ended} 处登录退出`)}
          />
        )
      }
    >
      <SessionRows
        sessions={sessions}
        action={(session) =>
          !session.isCurrent && (
            <ActionButton
              label="退出"
              title="让这处登录退出？"
              intro={`${session.address || '未知地址'}，如果不是您，请随后修改密码。`}
              button={{ size: 'small' }}
              changes={[]}
              onDone={onDone}
              onSend={(send) => send(staffDeskContract.endMySession, { id: session.id }, () => '已退出')}
            />
          )
        }
      />
    </Section>
  );
}

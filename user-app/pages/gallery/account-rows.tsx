import { formatDate } from '#shared/domain/format';
import { useCurrentUser } from '../../data/user';
import { CloseAccount } from '../../features/close-account/close-account';
import { openLogin } from '../../lib/app-store';
import { copyText } from '../../lib/copy-text';
import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import styles from './account-rows.css';

/** The account and ways to what is one's own. */
export function AccountRows() {
  const { user, vip } = useCurrentUser();

  if (!user) {
    return (
      <EmptyState drawing="wall" title="登录后查看个人中心" text="这里有账号信息、邀请码和作品入口。">
        <Button look="primary" onClick={() => openLogin({ reason: '登录后查看个人中心' })}>
          登录
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <dl className={`grid border-t ${styles.person}`}>
        <Row name="昵称" value={user.nickName} />
        <Row name="手机号" value={user.phoneNo} />
        <Row
          name="会员"
          value={vip ? `${vip.planTitle}${vip.expiresAt ? `，至 ${formatDate(vip.expiresAt)}` : ''}` : '–'}
        />
        <Row name="注册日期" value={formatDate(user.createdAt)} />
        <div>
          <dt>邀请码</dt>
          <dd className="tabular">{user.inviteCode}</dd>
          <Button size="small" onClick={() => void copyText(user.inviteCode, '邀请码已复制')}>
            复制
          </Button>
        </div>
      </dl>
      <div className={`flex flex-wrap gap-8 ${styles.actions}`}>
        <ButtonLink to="/aiDesignMangement" look="primary">
          我的作品
        </ButtonLink>
        <ButtonLink to="/membership">会员与券</ButtonLink>
        <ButtonLink to="/list">收藏工具</ButtonLink>
        <ButtonLink to="/myDownloads">我的下载</ButtonLink>
      </div>
      <CloseAccount />
    </>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

import { useState } from 'react';
import { useSiteSettings } from '../../data/settings';
import { leave, useCurrentUser } from '../../data/user';
import { useAllowed } from '../../lib/allowed';
import { openLogin } from '../../lib/app-store';
import { openDialog, type ProductDialog, productState } from '../../lib/product-state';
import { history, Link } from '../../lib/router';
import { chooseSound, useRunNotice } from '../../lib/run-notice';
import { Avatar } from '../../ui/avatar';
import { BareButton } from '../../ui/button';
import {
  ChatIcon,
  CrownIcon,
  DocumentIcon,
  DownloadIcon,
  EyeIcon,
  HelpIcon,
  LogoutIcon,
  MoreIcon,
  OrderIcon,
  PlusIcon,
  TicketIcon,
  UserIcon,
  WorksIcon,
} from '../../ui/icons';
import { Popover } from '../../ui/popover';
import { FilingLink } from './filing-link';
import { accountEntries } from './menu-entries';
import { useRouteMenu } from './route-menu';
import styles from './shell.css';
import { ThemeChoice } from './theme-switch';
import { TicketsLine } from './tickets-menu';

const icons: Readonly<Record<string, typeof UserIcon>> = {
  '/aiDesignMangement': WorksIcon,
  '/membership': CrownIcon,
  '/orders': OrderIcon,
  '/tickets': TicketIcon,
  '/myPersonCenter': UserIcon,
  '/myDownloads': DownloadIcon,
  '/qaPage': HelpIcon,
};

/** Account, agreements, look and the filing link, in one place on every screen with a header. */
export function AccountMenu() {
  const { user, vip } = useCurrentUser();
  const [isLeaving, setLeaving] = useState(false);
  const isAllowed = useAllowed();
  const routeMenu = useRouteMenu();

  return (
    <Popover
      align="end"
      label={user ? `账号：${user.nickName}` : '帮助、协议与外观'}
      triggerClassName={
        user ? styles.avatarButton : `inline-flex items-center justify-center text-second ${styles.iconButton}`
      }
      panelClassName={`p-8 ${styles.accountPanel}`}
      trigger={user ? <Avatar name={user.nickName} picture={user.avatar} /> : <MoreIcon size={20} />}
    >
      {(close) => (
        <>
          {user ? (
            <div className={styles.person}>
              <BareButton
                className={styles.avatarButton}
                aria-label="更换头像"
                title="更换头像"
                onClick={() => {
                  close();
                  openDialog('userFace');
                }}
              >
                <Avatar name={user.nickName} picture={user.avatar} size={36} />
              </BareButton>
              <div className={`grid min-w-0 ${styles.personText}`}>
                <strong title={user.nickName}>{user.nickName}</strong>
                <span className="tabular">{[user.phoneNo, vip?.planTitle].filter(Boolean).join(' · ')}</span>
                <TicketsLine />
              </div>
            </div>
          ) : (
            <div className={styles.person}>
              <BareButton
                className={styles.menuEntry}
                onClick={() => {
                  close();
                  openLogin();
                }}
              >
                <UserIcon size={16} />
                登录或注册
              </BareButton>
            </div>
          )}
          <ul className={styles.menuList}>
            {accountEntries.filter(isAllowed).map(({ path, label }) => (
              <MenuLink key={path} to={path} Icon={icons[path] ?? DocumentIcon} label={label} onClick={close} />
            ))}
            <HelpEntries onDone={close} />
            {routeMenu.map(({ path, title }) => (
              <MenuLink key={path} to={path} Icon={DocumentIcon} label={title} onClick={close} />
            ))}
          </ul>
          <ThemeChoice />
          {user && <SoundChoice />}
          {user && (
            <BareButton
              className={`row gap-8 w-full p-8 rounded-input text-left ${styles.leave}`}
              disabled={isLeaving}
              onClick={() => {
                setLeaving(true);
                void leave();
              }}
            >
              <LogoutIcon size={16} />
              {isLeaving ? '正在退出' : '退出登录'}
            </BareButton>
          )}
          <div className={styles.filing}>
            <FilingLink />
          </div>
        </>
      )}
    </Popover>
  );
}

/** Help of the operator besides pages; unset items have no entry. The tour needs a page with the parts it shows. */
function HelpEntries({ onDone }: { onDone: () => void }) {
  const { contact, clientDownloads = [], extensionUrl } = useSiteSettings().data ?? {};
  const entries: { name: ProductDialog; label: string; Icon: typeof UserIcon; isThere: boolean }[] = [
    { name: 'guide', label: '新手导览', Icon: EyeIcon, isThere: true },
    { name: 'contact', label: '联系客服', Icon: ChatIcon, isThere: Boolean(contact) },
    { name: 'clientDownload', label: '下载客户端', Icon: DownloadIcon, isThere: clientDownloads.length > 0 },
    { name: 'extension', label: '浏览器插件', Icon: PlusIcon, isThere: Boolean(extensionUrl) },
  ];
  const there = entries.filter(({ isThere }) => isThere);
  return there.map(({ name, label, Icon }) => (
    <li key={name}>
      <BareButton
        className={styles.menuEntry}
        onClick={() => {
          onDone();
          const hasSteps = productState().function_page !== '' || ['/', '/home'].includes(window.location.pathname);
          if (name === 'guide' && !hasSteps) history.push('/');
          // After the page it is about.
          setTimeout(() => openDialog(name));
        }}
      >
        <Icon size={16} />
        {label}
      </BareButton>
    </li>
  ));
}

/** Switch for a sound when a task ends while the tab is in the background. */
function SoundChoice() {
  const { isHeard } = useRunNotice();
  return (
    <BareButton className={styles.menuEntry} aria-pressed={isHeard} onClick={() => chooseSound(!isHeard)}>
      完成提示音：{isHeard ? '开' : '关'}
    </BareButton>
  );
}

function MenuLink({
  to,
  label,
  Icon,
  onClick,
}: {
  to: string;
  label: string;
  Icon: typeof UserIcon;
  onClick: () => void;
}) {
  return (
    <li>
      <Link to={to} className={styles.menuEntry} onClick={onClick}>
        <Icon size={16} />
        {label}
      </Link>
    </li>
  );
}

import { Link } from '@umijs/max';
import { Modal } from 'antd';
import { formatDate } from '#shared/domain/format';
import { useCurrentUser } from '../../data/user';
import { CheckIcon, CloseIcon } from '../../ui/icons';
import styles from './membership-dialog.css';

const rights = [
  ['canUse2K', '2K 出图'],
  ['canUse4K', '4K 出图'],
  ['canDownloadClean', '下载不带品牌水印'],
  ['canPrivate', '作品设为私密'],
] as const;

/** What the person's plan is and allows. Buying is not open yet, and the dialog says so. */
export default function MembershipDialog({ onClose }: { onClose: () => void }) {
  const { vip } = useCurrentUser();
  return (
    <Modal open title="会员与权益" footer={null} onCancel={onClose} width={440}>
      {vip ? (
        <>
          <p className={styles.plan}>
            <strong>{vip.planTitle}</strong>
            <span>{vip.expiresAt ? `有效期至 ${formatDate(vip.expiresAt)}` : '长期有效'}</span>
          </p>
          <ul className={styles.rights}>
            {rights.map(([flag, label]) => (
              <li key={flag} className={vip.flags[flag] ? styles.has : styles.lacks}>
                {vip.flags[flag] ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
                {label}
                <span>{vip.flags[flag] ? '可用' : '不含'}</span>
              </li>
            ))}
            <li className={styles.has}>
              <CheckIcon size={16} />
              同时运行 {vip.limits.running} 个任务，排队 {vip.limits.queued} 个<span>可用</span>
            </li>
          </ul>
        </>
      ) : (
        <p className={styles.note}>没有读到会员信息，请刷新页面后重试。</p>
      )}
      <p className={styles.note}>
        本站的在线购买还没有开放。需要开通会员或企业席位，请看
        <Link to="/dingzhi" onClick={onClose}>
          定制采购
        </Link>
        ；规则见
        <Link to="/agreement?tab=member" onClick={onClose}>
          会员协议
        </Link>
        。
      </p>
    </Modal>
  );
}

import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { Button } from '../../ui/button';
import { RetryIcon } from '../../ui/icons';
import { Spinner } from '../../ui/spinner';
import type { Agreement } from './agreement';
import styles from './scan-panel.css';
import type { Scan } from './use-scan';

/** Sentence below the QR code, read out when it changes. */
const sentences: Record<Scan['step'], string> = {
  loading: '正在获取二维码',
  failed: '没有取到二维码',
  waiting: '请使用微信扫码登录',
  scanned: '扫描成功，请在手机上确认',
  canceled: '已取消，点击刷新',
  expired: '二维码已过期，点击刷新',
  entering: '正在登录',
  needsPhone: '首次扫码，请绑定手机号',
};

interface ScanPanelProps {
  scan: Scan;
  refresh: () => void;
  agreement: Agreement;
  /** True when a scan was left before: its code leads nowhere. */
  wasLeft: boolean;
}

/** The QR code and what became of it (docs/RULES.md R38). */
export function ScanPanel({ scan, refresh, agreement, wasLeft }: ScanPanelProps) {
  const { isAgreed } = agreement;
  const code = 'code' in scan && isAgreed ? scan.code : undefined;
  // In these steps the cover over the QR code says it; the line below stays for screen readers.
  const isOver = isAgreed && ['failed', 'canceled', 'expired'].includes(scan.step);
  return (
    <div className={`grid justify-items-center gap-12 text-center ${styles.panel}`}>
      <div
        className={classNames(
          'grid relative place-items-center overflow-hidden p-12 border rounded-card',
          styles.box,
          !code && styles.empty,
        )}
      >
        {code && (
          <img
            src={code.qrImage}
            alt="微信登录二维码"
            className={classNames('w-full h-full', styles.code, scan.step !== 'waiting' && styles.blurred)}
          />
        )}
        {isAgreed ? <Cover scan={scan} refresh={refresh} /> : <ConsentCover agreement={agreement} />}
      </div>
      <p role="status" className={isOver ? 'visually-hidden' : styles.state}>
        {isAgreed ? sentences[scan.step] : '同意协议后显示二维码'}
      </p>
      {wasLeft && scan.step === 'waiting' && <p className={styles.quiet}>刚才的二维码已作废，请扫这一个</p>}
      {code?.isSimulated && (scan.step === 'waiting' || scan.step === 'scanned') && (
        <p className={styles.quiet}>
          本机模式不连微信，
          <a href={code.url} target="_blank" rel="noopener">
            在新标签页打开模拟手机
          </a>
        </p>
      )}
    </div>
  );
}

function ConsentCover({ agreement }: { agreement: Agreement }) {
  return (
    <div className={styles.cover}>
      <Button onClick={() => agreement.whenAgreed(() => undefined)}>同意协议</Button>
    </div>
  );
}

/** Cover of the QR code; nothing while it can be scanned. */
function Cover({ scan, refresh }: { scan: Scan; refresh: () => void }): ReactNode {
  if (scan.step === 'waiting') return null;
  if (scan.step === 'loading' || scan.step === 'entering') {
    return (
      <div className={styles.cover}>
        <Spinner />
      </div>
    );
  }
  if (scan.step === 'scanned' || scan.step === 'needsPhone') {
    return (
      <div className={styles.cover}>
        {scan.person?.avatar && <img src={scan.person.avatar} alt="" className={styles.face} />}
        {scan.person?.nickName && <p>{scan.person.nickName}</p>}
        {scan.step === 'scanned' && (
          <Button size="small" onClick={refresh}>
            重新扫码
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.cover}>
      <p>{scan.step === 'failed' ? scan.sentence : scan.step === 'canceled' ? '已取消' : '二维码已过期'}</p>
      <Button onClick={refresh}>
        <RetryIcon size={14} />
        点击刷新
      </Button>
    </div>
  );
}

import { useSiteSettings } from '../../data/settings';
import { closeDialog } from '../../lib/product-state';
import { Dialog } from '../../ui/dialog';
import { QrCode } from '../../ui/qr-code';
import styles from './product-dialogs.css';

/** Customer service as the operator has set it: a code for the phone, a link for this device, the hours. */
export default function ContactDialog() {
  const { contact } = useSiteSettings().data ?? {};
  if (!contact) return null;
  return (
    <Dialog size="small" title="联系客服" onClose={() => closeDialog('contact')}>
      <div className="grid justify-items-center gap-8 text-center">
        <QrCode content={contact.url} label="客服二维码" />
        <p>微信扫码，或在这台设备上打开。</p>
        {contact.hours && (
          <p className="text-second text-13">
            服务时间：<span className="tabular">{contact.hours}</span>
          </p>
        )}
        <a href={contact.url} target="_blank" rel="noopener noreferrer" className={styles.link}>
          打开客服页面
        </a>
      </div>
    </Dialog>
  );
}

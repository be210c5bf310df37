import { useSiteSettings } from '../../data/settings';
import { closeDialog } from '../../lib/product-state';
import { Link } from '../../lib/router';
import { Dialog } from '../../ui/dialog';
import { DownloadIcon } from '../../ui/icons';
import styles from './product-dialogs.css';

const close = () => closeDialog('clientDownload');

/** The operator's installers. */
export default function ClientDialog() {
  const { clientDownloads = [] } = useSiteSettings().data ?? {};
  if (clientDownloads.length === 0) return null;
  return (
    <Dialog size="small" title="下载客户端" onClose={close}>
      <ul className={`mb-16 border-t ${styles.downloads}`}>
        {clientDownloads.map(({ name, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <DownloadIcon size={16} />
              <span>{name}</span>
              <small>{new URL(url).hostname}</small>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-second text-13">
        不想安装的话，网页就是全部功能；也可以
        <Link to="/client" className={styles.link} onClick={close}>
          把网页装成应用
        </Link>
        。
      </p>
    </Dialog>
  );
}

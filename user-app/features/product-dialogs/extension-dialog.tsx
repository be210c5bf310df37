import { useSiteSettings } from '../../data/settings';
import { closeDialog } from '../../lib/product-state';
import { buttonLook } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** Dialog that leads to the operator's browser extension. */
export default function ExtensionDialog() {
  const { extensionUrl } = useSiteSettings().data ?? {};
  if (!extensionUrl) return null;
  return (
    <Dialog
      size="small"
      title="浏览器插件"
      onClose={() => closeDialog('extension')}
      actions={
        <a href={extensionUrl} target="_blank" rel="noopener noreferrer" className={buttonLook({ look: 'primary' })}>
          前往安装
        </a>
      }
    >
      <p>插件由本站的运营方提供，在它的安装页里有说明和所需权限。</p>
      <p className="text-second text-13">{new URL(extensionUrl).hostname}</p>
    </Dialog>
  );
}

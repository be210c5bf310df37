import { clearCache } from 'ahooks';
import { useState } from 'react';
import { useCurrentUser } from '../../data/user';
import { appStore, closeLogin, useAppFlag } from '../../lib/app-store';
import { keepPlace, returnToPlace } from '../../lib/login-return';
import { useProductState } from '../../lib/product-state';
import { Dialog } from '../../ui/dialog';
import { Logo } from '../../ui/logo';
import { LoginWays } from './login-ways';

/**
 * Login over the page. Without a waiting action the page reloads (docs/RULES.md R33). Where an action waits, a reload
 * would throw away the form that asked for it: then the user is read again and the action goes on.
 */
export default function LoginModal() {
  const { refresh } = useCurrentUser();
  const reason = useAppFlag('loginReason');
  const weChat = useProductState('weChat');
  const isBinding = weChat.isOpen && weChat.type === 'bind';
  const [opener] = useState(() => document.activeElement);

  const finish = async () => {
    keepPlace(opener);
    const { afterLogin } = appStore.get();
    if (!afterLogin) {
      window.location.reload();
      return;
    }
    clearCache();
    await refresh();
    closeLogin();
    afterLogin();
    // After the dialog has given the focus back to what may be gone.
    requestAnimationFrame(returnToPlace);
  };

  return (
    <Dialog
      size="small"
      onClose={closeLogin}
      title={
        <span className="row gap-12">
          <Logo size={28} />
          {isBinding ? '绑定手机号' : '登录筑绘'}
        </span>
      }
    >
      {reason && <p className="mb-16 text-second text-13">{reason}</p>}
      <LoginWays onDone={() => void finish()} />
    </Dialog>
  );
}

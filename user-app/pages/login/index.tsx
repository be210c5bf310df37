import { useEffect } from 'react';
import { sampleByName, samples, sampleUrl } from '../../data/samples';
import { useCurrentUser } from '../../data/user';
import { LoginWays } from '../../features/login/login-ways';
import { useSearchParams } from '../../lib/router';
import { safeTarget } from '../../lib/safe-target';
import { Logo } from '../../ui/logo';
import styles from './login.css';

export default function LoginPage() {
  const [search] = useSearchParams();
  const { user } = useCurrentUser();
  const target = safeTarget(search.get('redirect'));
  const picture = sampleByName('villa-dusk') ?? samples[0];

  useEffect(() => {
    if (user) window.location.replace(target);
  }, [user, target]);

  return (
    <div className={`grid flex-1 ${styles.page}`}>
      {picture && (
        <div className={`relative overflow-hidden ${styles.picture}`} style={{ backgroundColor: picture.mainColor }}>
          <img src={sampleUrl(picture)} alt="" />
        </div>
      )}
      <div className={`row justify-center ${styles.side}`}>
        <div className={`w-full ${styles.form}`}>
          <Logo size={36} />
          <h1>登录筑绘</h1>
          <p className={`text-second ${styles.text}`}>登录后可以生成、保存和下载作品</p>
          <LoginWays onDone={() => window.location.assign(target)} />
        </div>
      </div>
    </div>
  );
}

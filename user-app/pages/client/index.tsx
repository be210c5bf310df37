import { useInstall } from '../../lib/install-prompt';
import { Link } from '../../lib/router';
import { Button } from '../../ui/button';
import { CheckIcon, CloseIcon } from '../../ui/icons';
import { Page, PageHead, Section } from '../../ui/page';
import styles from './client.css';

const checks: { label: string; use: string; isThere: () => boolean }[] = [
  { label: 'Cookie', use: '保持登录', isThere: () => navigator.cookieEnabled },
  { label: '请求中断', use: '超时和取消', isThere: () => 'any' in AbortSignal },
  { label: '事件流', use: '任务进度', isThere: () => 'EventSource' in window },
  { label: '后台线程', use: '蒙版和点选', isThere: () => 'Worker' in window },
  { label: '离屏画布', use: '蒙版和点选', isThere: () => 'OffscreenCanvas' in window },
  { label: '剪贴板', use: '粘贴图片、复制参数', isThere: () => 'clipboard' in navigator },
  {
    label: '屏幕截取',
    use: '实时渲染取屏幕画面',
    isThere: () => Boolean(navigator.mediaDevices && 'getDisplayMedia' in navigator.mediaDevices),
  },
];

const requirements = [
  ['Chrome、Edge', '116 及以上'],
  ['Firefox', '124 及以上'],
  ['Safari', '17.4 及以上'],
  ['显示', '宽 1280 像素以上适合编辑；手机可以看图和出图'],
] as const;

export default function Client() {
  const install = useInstall();
  return (
    <Page isNarrow>
      <PageHead title="客户端" text="全部功能在浏览器里完成。目前没有 Windows、macOS 安装包，也没有 SketchUp 插件。" />

      <Section title="安装成应用">
        <div className="row justify-between gap-24 p-24 border rounded-card bg-surface">
          <div>
            <p>安装后有自己的窗口和桌面图标，打开的仍是这个网站，随网站更新。</p>
            {!install && (
              <p className={styles.second}>
                这个浏览器没有给出安装提示。Chrome 和 Edge 可以在地址栏右侧或菜单“投放、保存和分享”里安装；Safari
                用“文件 → 添加到程序坞”。
              </p>
            )}
          </div>
          {install && (
            <Button look="primary" onClick={() => void install()}>
              安装
            </Button>
          )}
        </div>
      </Section>

      <Section title="浏览器要求">
        <dl className={`border-t ${styles.table}`}>
          {requirements.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section title="当前浏览器自检">
        <ul className={`border-t ${styles.checks}`}>
          {checks.map(({ label, use, isThere }) => {
            const isOk = isThere();
            return (
              <li key={label}>
                <span className={isOk ? `flex ${styles.ok}` : `flex ${styles.bad}`}>
                  {isOk ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
                </span>
                {label}
                <span className={styles.second}>
                  {use}，{isOk ? '可用' : '不可用'}
                </span>
              </li>
            );
          })}
        </ul>
        {!window.isSecureContext && (
          <p className={styles.second}>当前地址不是 https，浏览器会关掉剪贴板和屏幕截取。请管理员用 https 提供本站。</p>
        )}
      </Section>

      <Section title="用程序调用">
        <p>
          网页用到的接口都有文档：
          <a href="/api/docs" className={styles.link}>
            接口文档
          </a>
          。批量或二次开发的需求见
          <Link to="/dingzhi" className={styles.link}>
            定制采购
          </Link>
          。
        </p>
      </Section>
    </Page>
  );
}

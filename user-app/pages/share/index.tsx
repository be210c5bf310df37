import { useEffect } from 'react';
import { ApiError } from '#shared/client/create-client';
import type { SharedResult } from '#shared/contract/share';
import { formatDate } from '#shared/domain/format';
import { toolById } from '#shared/tools/registry';
import { useSharedResult } from '../../data/share';
import { pageTitle } from '../../lib/page-title';
import { Link, useParams } from '../../lib/router';
import { Button, ButtonLink } from '../../ui/button';
import { CompareSlider } from '../../ui/compare-slider';
import { EmptyState } from '../../ui/empty-state';
import { Logo } from '../../ui/logo';
import { Page } from '../../ui/page';
import styles from './share.css';

/** A shared result beside its base picture, for people without an account. */
export default function SharePage() {
  const { token = '' } = useParams();
  const { data, error, refresh } = useSharedResult(token);

  useEffect(() => {
    if (data) document.title = pageTitle(`${data.title} · 前后对比`);
  }, [data]);

  if (data) return <Shared result={data} />;
  if (!error) return <div role="status" aria-label="正在打开分享" className={styles.shared} data-holds-place />;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return (
    <Page isNarrow>
      <EmptyState drawing="broken" level={1} title={isGone ? '链接打不开了' : '分享没有读到'} text={error.message}>
        {!isGone && <Button onClick={refresh}>重试</Button>}
        <ButtonLink look={isGone ? 'primary' : 'plain'} to="/">
          去首页看看
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function Shared({ result }: { result: SharedResult }) {
  const { title, tool, after, before, createdAt, expiresAt } = result;
  const toolTitle = toolById(tool)?.title;
  return (
    <article className={styles.shared} data-theme="dark">
      <header className={`row gap-12 ${styles.head}`}>
        <Link to="/" className={`grid place-items-center ${styles.home}`} aria-label="筑绘 AI 首页">
          <Logo />
        </Link>
        <h1>{title}</h1>
        <span className={`flex-none p-0-8 rounded-chip text-12 ${styles.mark}`}>AI 生成</span>
      </header>
      <div className={`flex-1 w-full ${styles.stage}`} style={{ aspectRatio: `${after.width} / ${after.height}` }}>
        {before ? (
          <CompareSlider
            before={{ src: before.url, label: '原图', alt: `${title}，原图` }}
            after={{ src: after.url, label: '结果', alt: `${title}，结果` }}
          />
        ) : (
          <img src={after.url} alt={title} width={after.width} height={after.height} />
        )}
      </div>
      <footer className={`row justify-between gap-12 text-13 ${styles.foot}`}>
        <p>
          由筑绘 AI{toolTitle && toolTitle !== title ? `「${toolTitle}」` : ''}于 <time>{formatDate(createdAt)}</time>{' '}
          分享，
          <time>{formatDate(expiresAt)}</time> 前有效。图片由人工智能生成，供方案交流。
        </p>
        <ButtonLink to="/">了解筑绘 AI</ButtonLink>
      </footer>
    </article>
  );
}

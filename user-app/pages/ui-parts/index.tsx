import { useSiteSettings } from '../../data/settings';
import Loading from '../../loading';
import { Page, PageHead } from '../../ui/page';
import NotFound from '../not-found';
import { Marks } from './marks';
import { Presses } from './presses';
import { Shown } from './shown';
import styles from './ui-parts.css';

const themes = [
  ['light', '浅色'],
  ['dark', '深色'],
] as const;

/** Every part of `ui/` in every state, both themes side by side; in local mode only. */
export default function UiParts() {
  const { data, error } = useSiteSettings();
  if (!data && !error) return <Loading />;
  if (!data?.isLocal) return <NotFound />;
  return (
    <Page>
      <PageHead title="界面部件" text="每个部件、每种状态、两种外观。只在本机模式下有这一页。" />
      <div className={`grid gap-24 ${styles.themes}`}>
        {themes.map(([theme, title]) => (
          <section
            key={theme}
            data-theme={theme}
            aria-label={title}
            className={`p-24 border rounded-card bg-page text-ink ${styles.theme}`}
          >
            <h2>{title}</h2>
            <Presses />
            <Shown />
            <Marks />
          </section>
        ))}
      </div>
    </Page>
  );
}

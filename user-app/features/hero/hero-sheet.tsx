import { useEffect, useRef, useState } from 'react';
import { type ResultQuality, resultQualityLabels } from '#shared/domain/quality';
import { resultUrl } from '../../data/results';
import { useToolPrices } from '../../data/tool-prices';
import { endSplashPicture } from '../../lib/splash-picture';
import { useToolCards } from '../../lib/use-tool-cards';
import { BeforeAfter } from '../../ui/before-after';
import { ButtonLink } from '../../ui/button';
import { ArrowRightIcon } from '../../ui/icons';
import { Logo } from '../../ui/logo';
import { ThumbButton } from '../../ui/thumb';
import { type HeroPair, heroPairs, heroSources } from './hero-pairs';
import styles from './hero-sheet.css';

/** The home page's face: a drawing sheet with a live before and after, and its title block. */
export function HeroSheet() {
  const cards = useToolCards();
  const priceOf = useToolPrices();
  const pairs = heroPairs(cards);
  const [chosen, setChosen] = useState(0);
  const pair = pairs[chosen] ?? pairs[0];
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const picture = sheet.current?.querySelector('img');
    void endSplashPicture(...(picture ? [picture] : []));
  }, []);

  return (
    <section ref={sheet} className={`grid border bg-surface ${styles.sheet}`} aria-label="效果对比">
      <div className={`row justify-center bg-sunken ${styles.picture}`} style={{ aspectRatio: ratioOf(pairs[0]) }}>
        {pair && (
          <BeforeAfter
            key={pair.card.id}
            isMain
            isEager
            playsOnce={chosen === 0}
            ratio={ratioOf(pair)}
            className={`flex-none ${styles.box}`}
            before={{
              ...heroSources(pair.before),
              alt: `${pair.card.title}的底图`,
              mainColor: pair.before.mainColor,
            }}
            after={{ ...heroSources(pair.after), alt: `${pair.card.title}的结果`, mainColor: pair.after.mainColor }}
          />
        )}
      </div>

      <div className={`stack ${styles.block}`}>
        <div className={styles.head}>
          <Logo size={36} />
          <h1>
            从线稿、白模、照片
            <br />
            到效果图
          </h1>
          <p>{cards.length} 个工具，给建筑和室内设计用。任务失败或取消，券自动退回。</p>
          <p className={styles.honest}>对比图由内置引擎用这些工具生成，没有修饰；接入其他引擎后结果不同。</p>
        </div>
        {pairs.length > 1 && (
          <div className={`grid gap-8 ${styles.sheets}`} role="group" aria-label="换一组对比">
            {pairs.map(({ card, after }, index) => (
              <ThumbButton
                key={card.id}
                label={card.title}
                title={card.title}
                className={styles.sheetThumb}
                picture={{ src: resultUrl(after, 'thumb'), mainColor: after.mainColor, isCropped: true }}
                aria-pressed={card.id === pair?.card.id}
                onClick={() => setChosen(index)}
              />
            ))}
          </div>
        )}
        {pair && (
          <dl className={styles.rows}>
            <Row name="图名" value={pair.card.title} />
            <Row name="引擎" value={`内置引擎 · ${resultQualityLabels[pair.quality as ResultQuality]}`} />
            <Row name="做法" value={pair.card.summary} />
            <Row name="用券" value={priceOf(pair.card)} />
            <Row
              name="图号"
              value={`A-${String(pairs.indexOf(pair) + 1).padStart(2, '0')} / ${String(pairs.length).padStart(2, '0')}`}
            />
          </dl>
        )}
        <div className={`border-t ${styles.actions}`}>
          <ButtonLink to={pair?.card.path ?? '/list'} look="primary" size="large">
            打开{pair?.card.title ?? '功能列表'}
            <ArrowRightIcon size={16} />
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

const usualRatio = 8 / 5;

function ratioOf(pair: HeroPair | undefined): number {
  return pair ? pair.after.width / pair.after.height : usualRatio;
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

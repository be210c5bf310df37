import type { OutputJudgement } from '#shared/contract/task';
import { changeKindLabels, changesWords } from '#shared/domain/judgement';
import styles from './judgement-layer.css';

const percent = (share: number) => `${100 * share}%`;

/** Layer over a result: where lines of the base are broken, with boxes around things that are new, missing or moved. */
export function JudgementLayer({ judgement: { score, areas, heatUrl } }: { judgement: OutputJudgement }) {
  const words = [`结构 ${score} 分`, changesWords(areas) || '没有发现新增、消失或移位'].join('，');
  return (
    <div className="absolute inset-0 pointer-events-none" role="group" aria-label={words}>
      {heatUrl && <img className={`absolute inset-0 w-full h-full ${styles.heat}`} src={heatUrl} alt="" />}
      <ul className="m-0 p-0" aria-label="变化之处">
        {areas.map(({ kind, x, y, width, height }) => (
          <li
            key={`${kind} ${x} ${y}`}
            className={`absolute ${styles.area}`}
            data-kind={kind}
            style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
          >
            <span className={`absolute rounded-chip bg-surface text-ink text-12 nowrap ${styles.kind}`}>
              {changeKindLabels[kind]}
              <span className="visually-hidden">，{placeWords(x + width / 2, y + height / 2)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Place in the picture in words, by thirds. */
function placeWords(x: number, y: number): string {
  const third = (share: number, words: readonly [string, string, string]) =>
    words[Math.min(2, Math.floor(3 * share)) as 0 | 1 | 2];
  return `画面${third(y, ['上', '中', '下'])}${third(x, ['左', '间', '右'])}`;
}

import type { BuildingFacts } from '#shared/contract/building-model';
import { formatNumber } from '#shared/domain/format';
import { Facts } from '../../ui/facts';
import styles from './building.css';

/** Report of the reader: parts found in the file, parts drawn, and parts left out with their reasons. */
export function ModelReport({ facts }: { facts: BuildingFacts }) {
  const { partsFound, partsDrawn, leftOut, triangles, storeys, rooms, materials, notes } = facts;
  const isWhole = leftOut.length === 0 && notes.length === 0;
  return (
    <section aria-label="读取报告" className="grid gap-8">
      <h4 className="text-13 font-medium">读取报告</h4>
      <Facts
        rows={[
          ['找到的构件', `${formatNumber(partsFound)} 个`],
          ['画出的构件', `${formatNumber(partsDrawn)} 个，${formatNumber(triangles)} 个三角面`],
          ['材质', `${formatNumber(materials.length)} 种`],
          ...(storeys.length > 0 ? [['楼层', `${formatNumber(storeys.length)} 层`] as const] : []),
          ...(rooms.length > 0 ? [['房间', `${formatNumber(rooms.length)} 间`] as const] : []),
        ]}
      />
      {isWhole && <p className="text-second text-13">没有漏掉的构件。</p>}
      {leftOut.length > 0 && (
        <ul className={styles.leftOut}>
          {leftOut.map(({ kind, count, reason }) => (
            <li key={kind + reason}>
              没有画 {kind} {formatNumber(count)} 个：{reason}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className={styles.leftOut}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

import { useEffect, useMemo, useRef } from 'react';
import type { VersionTree as Tree } from '#shared/contract/project';
import { formatAgo } from '#shared/domain/format';
import { classNames } from '../../../lib/class-names';
import { imageUrl } from '../../../lib/image-url';
import { BareButton } from '../../../ui/button';
import { layOutVersions, type VersionPicture } from './version-layout';
import styles from './version-tree.css';

interface VersionTreeProps {
  tree: Tree;
  currentId: string;
  toolTitle: (toolId: string) => string;
  onChoose: (picture: VersionPicture) => void;
}

/** Pixels: a picture's card, and from one to the next. */
const card = { width: 168, height: 148 };
const pace = { x: 228, y: 168 };
const margin = 32;

/** Tree of versions, from the first upload on the left to the newest result on the right. */
export function VersionTree({ tree, currentId, toolTitle, onChoose }: VersionTreeProps) {
  const { nodes, edges, columns, rows } = useMemo(() => layOutVersions(tree), [tree]);
  const root = useRef<HTMLElement>(null);
  const width = (columns - 1) * pace.x + card.width + 2 * margin;
  const height = (rows - 1) * pace.y + card.height + 2 * margin;
  const at = (index: number) => {
    const { column = 0, row = 0 } = nodes[index] ?? {};
    return { x: margin + column * pace.x, y: margin + row * pace.y };
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture or another tree is looked at from itself
  useEffect(() => {
    root.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [currentId, tree]);

  return (
    <section ref={root} aria-label="版本" className={`flex relative w-full h-full ${styles.tree}`}>
      {tree.isCut && (
        <p className={`sticky top-0 left-0 text-second text-13 ${styles.cut}`}>版本很多，这里只显示最近的一部分</p>
      )}
      <div className={`relative flex-none ${styles.canvas}`} style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          {edges.map(({ from, to }) => {
            const [a, b] = [at(from), at(to)];
            const [x1, y1, x2, y2] = [a.x + card.width, a.y + card.height / 2, b.x, b.y + card.height / 2];
            const middle = (x1 + x2) / 2;
            return <path key={`${from}-${to}`} d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />;
          })}
        </svg>
        <ol>
          {nodes.map(({ picture }, index) => {
            const { x, y } = at(index);
            const name = picture.title || (picture.tool ? toolTitle(picture.tool) : '上传的图片');
            const sources = edges.filter((edge) => edge.to === index).map((edge) => nodes[edge.from]?.picture);
            const origin =
              sources.length > 0 ? `，由${sources.map((one) => nameOf(one, toolTitle)).join('、')}做成` : '';
            return (
              <li key={picture.imageId} style={{ transform: `translate(${x}px, ${y}px)` }}>
                <BareButton
                  aria-current={picture.imageId === currentId}
                  aria-label={`${name}，${formatAgo(picture.createdAt, Date.now())}${origin}${picture.isInBin ? '，在回收站' : ''}`}
                  className={classNames(
                    'grid overflow-hidden border rounded-card bg-surface text-left',
                    styles.node,
                    picture.isInBin && styles.binned,
                  )}
                  style={{ width: card.width, height: card.height }}
                  onClick={() => onChoose(picture)}
                >
                  <img src={imageUrl(picture.url, { w: 360 })} alt="" loading="lazy" decoding="async" />
                  <span>{name}</span>
                  <small>{picture.isInBin ? '在回收站' : formatAgo(picture.createdAt, Date.now())}</small>
                </BareButton>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

function nameOf(picture: VersionPicture | undefined, toolTitle: (toolId: string) => string): string {
  return picture?.title || (picture?.tool ? toolTitle(picture.tool) : '上传的图片');
}

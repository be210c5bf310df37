import { Tree, type TreeDataNode } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Branch, dropOf, type growTree, mayDrop, type TreePosition } from './category-moves.ts';

interface Props {
  tree: ReturnType<typeof growTree>;
  /** Ids that a search found; undefined where nothing is searched for. */
  found: ReadonlySet<string> | undefined;
  selectedId: string | undefined;
  mayMove: boolean;
  onSelect: (id: string | undefined) => void;
  onOpen: (id: string) => void;
  onMove: (branch: Branch, place: TreePosition) => void;
}

interface Node extends TreeDataNode {
  key: string;
  branch: Branch;
  children: Node[];
}

const nodeOf = (branch: Branch): Node => ({ key: branch.id, branch, children: branch.below.map(nodeOf) });

/** The tree itself: opened and closed, dragged, selected. */
export function CategoryTree({ tree, found, selectedId, mayMove, onSelect, onOpen, onMove }: Props) {
  const nodes = useMemo(() => tree.roots.map(nodeOf), [tree]);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const height = useRoomBelow();

  // Opens all ancestors of categories that were found or moved.
  useEffect(() => {
    const shown = [...(found ?? []), ...(selectedId === undefined ? [] : [selectedId])];
    const above = shown.flatMap((id) => idsAbove(id, tree.byId));
    if (above.length > 0) setOpened((before) => [...new Set([...before, ...above])]);
  }, [found, selectedId, tree]);

  return (
    <div ref={height.ref}>
      <Tree<Node>
        blockNode
        virtual
        height={height.room}
        itemHeight={28}
        treeData={nodes}
        expandedKeys={[...opened]}
        selectedKeys={selectedId === undefined ? [] : [selectedId]}
        draggable={mayMove ? { icon: false } : false}
        allowDrop={({ dragNode, dropNode, dropPosition }) =>
          mayDrop(dragNode.branch, dropOf(dropNode.branch, dropPosition !== 0, dropPosition === -1, tree), tree)
        }
        onExpand={(keys) => setOpened(keys.map(String))}
        onSelect={(keys) => onSelect(keys[0] === undefined ? undefined : String(keys[0]))}
        onDoubleClick={(_event, node) => onOpen(String(node.key))}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          // `dropPosition` counts from the place of the row it was dropped at: one less is the gap above it.
          const at = Number(node.pos.split('-').at(-1));
          onMove(dragNode.branch, dropOf(node.branch, dropToGap, dropPosition < at, tree));
        }}
        titleRender={({ branch }) => <Title branch={branch} isFound={found?.has(branch.id) ?? false} />}
      />
    </div>
  );
}

function Title({ branch, isFound }: { branch: Branch; isFound: boolean }) {
  const { name, isHidden, thumbnailUrl, below, used, id, presetId } = branch;
  return (
    <span className={isHidden ? 'category-title is-hidden' : 'category-title'}>
      {thumbnailUrl && <img src={`${thumbnailUrl}?w=64`} alt="" width={20} height={20} loading="lazy" />}
      <span className={isFound ? 'is-found' : ''}>{name}</span>
      {isHidden && <span className="quiet">已隐藏</span>}
      {id !== presetId && <span className="quiet">自建</span>}
      <span className="quiet figures category-counts">
        {below.length > 0 && `${below.length} 个下级`}
        {used > 0 && ` · ${used} 项内容`}
      </span>
    </span>
  );
}

function idsAbove(id: string, byId: ReadonlyMap<string, Branch>): string[] {
  const above: string[] = [];
  for (let at = byId.get(id)?.parentId; at; at = byId.get(at)?.parentId) above.push(at);
  return above;
}

const leastRoom = 280;
/** Pixels that stay free below the tree. */
const margin = 32;

/** Pixels from an element down to the end of the window. */
function useRoomBelow() {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(leastRoom);
  useEffect(() => {
    const measure = () => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      setRoom(Math.max(leastRoom, window.innerHeight - top - margin));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return { ref, room };
}

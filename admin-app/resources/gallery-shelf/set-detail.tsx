import type { ShelfSet } from '#shared/contract/gallery-shelf-desk';
import { Section, Time } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { EditSet } from './set-edit.tsx';
import { ShelfActions, ShelfFacts } from './shelf-parts.tsx';

export default function SetDetail() {
  return (
    <RowDrawer<ShelfSet>
      resource="gallerySets"
      what="图集"
      titleOf={({ title }) => title}
      footer={(row) => <ShelfActions shelf="gallerySets" row={row} edit={<EditSet row={row} />} />}
    >
      {(row) => (
        <>
          <ShelfFacts
            row={row}
            more={[
              ['张数', row.pictureCount],
              ['标签', row.tags.join('、') || <span className="quiet">—</span>],
              ['更新时间', <Time key="updated" at={row.updatedAt} />],
            ]}
          />
          <Section title="说明">
            <p className="line is-typed">{row.description || <span className="quiet">作者没有填写说明。</span>}</p>
          </Section>
        </>
      )}
    </RowDrawer>
  );
}

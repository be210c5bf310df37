import type { ShelfCase } from '#shared/contract/gallery-shelf-desk';
import { Section } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { EditCase } from './case-edit.tsx';
import { paragraphsOf } from './case-paragraphs.ts';
import { ShelfActions, ShelfFacts } from './shelf-parts.tsx';

export default function CaseDetail() {
  return (
    <RowDrawer<ShelfCase>
      resource="galleryCases"
      what="案例"
      titleOf={({ title }) => title}
      footer={(row) => <ShelfActions shelf="galleryCases" row={row} edit={<EditCase row={row} />} />}
    >
      {(row) => (
        <>
          <ShelfFacts
            row={row}
            more={[
              ['地点', row.location],
              ['年份', row.builtYear],
              ['面积', `${row.areaSquareMetres} m²`],
              ['风格', row.style],
              ['团队', row.team],
              ...(row.isSample ? [['性质', '示例项目'] as const] : []),
            ]}
          />
          <Section title="简介">
            <p className="line is-typed">{row.intro}</p>
          </Section>
          {row.paragraphs.length > 0 && (
            <Section title="正文">
              {paragraphsOf(row).map(({ label, heading, text }) => (
                <div key={label} className="shelf-paragraph">
                  {heading && <h4>{heading}</h4>}
                  <p className="line is-typed">{text}</p>
                </div>
              ))}
            </Section>
          )}
        </>
      )}
    </RowDrawer>
  );
}

import { Button } from 'antd';
import { useState } from 'react';
import type { StaffAgreementDetail, StaffAgreementVersion } from '#shared/contract/agreement-desk';
import { piecesOf, readAgreement } from '#shared/domain/agreement';
import { diffLines } from '#shared/domain/line-diff';
import { formatNumber } from '../../ui/format.ts';
import { Section, Time } from '../../ui/parts.tsx';

/** A text as people will read it. */
export function AgreementPreview({ text }: { text: string }) {
  const { lead, sections } = readAgreement(text);
  return (
    <div className="agreement-preview">
      {lead.map((line) => (
        <p key={line}>
          <Line text={line} />
        </p>
      ))}
      {sections.map(({ heading, items }, index) => (
        <section key={heading}>
          <h3>
            {index + 1}. {heading}
          </h3>
          <ol>
            {items.map((item, order) => (
              <li key={item}>
                <span className="figures quiet">
                  {index + 1}.{order + 1}
                </span>
                <span>
                  <Line text={item} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Line({ text }: { text: string }) {
  return piecesOf(text).map((piece) => (piece.isStrong ? <strong key={piece.text}>{piece.text}</strong> : piece.text));
}

const signs = { same: '', added: '＋', removed: '－' } as const;
const tags = { same: 'span', added: 'ins', removed: 'del' } as const;

/** Difference of two texts, by lines; unchanged lines far from a change are left out. */
export function AgreementDiff({ before, after }: { before: string; after: string }) {
  const lines = diffLines(before, after);
  const isChanged = (place: number) => lines[place] !== undefined && lines[place]?.kind !== 'same';
  const shown = lines.flatMap((line, place) =>
    isChanged(place) || isChanged(place - 1) || isChanged(place + 1) ? [{ ...line, place }] : [],
  );
  if (shown.length === 0) return <p className="line quiet">与现行版本相同。</p>;
  return (
    <ol className="agreement-diff" aria-label="与现行版本的不同">
      {shown.map(({ kind, text, place }) => {
        const Tag = tags[kind];
        return (
          <li key={place} className={`is-${kind}`}>
            <span aria-hidden="true">{signs[kind]}</span>
            <Tag>{text}</Tag>
          </li>
        );
      })}
    </ol>
  );
}

/** Everything that was published, each beside the one before it. */
export function Versions({ agreement: { versions } }: { agreement: StaffAgreementDetail }) {
  const [open, setOpen] = useState<number>();
  return (
    <Section title="历次版本">
      <ul className="agreement-versions">
        {versions.map((version, place) => (
          <li key={version.edition}>
            <div className="agreement-version">
              <strong>版本 {version.edition}</strong>
              <span className="quiet">{version.effectiveOn} 起生效</span>
              <Button size="small" onClick={() => setOpen(open === version.edition ? undefined : version.edition)}>
                {open === version.edition ? '收起' : '查看'}
              </Button>
            </div>
            <About version={version} />
            {open === version.edition &&
              (versions[place + 1] ? (
                <AgreementDiff before={versions[place + 1]?.text ?? ''} after={version.text} />
              ) : (
                <AgreementPreview text={version.text} />
              ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function About({ version }: { version: StaffAgreementVersion }) {
  const { publishedBy, publishedAt, reason, needsConsent, consents } = version;
  if (publishedBy === null) return <p className="line quiet">随产品提供的文本，{formatNumber(consents)} 人同意</p>;
  return (
    <p className="line quiet">
      {publishedBy} 于 <Time at={publishedAt} /> 发布：{reason}
      {needsConsent && '；重新征求同意'}；{formatNumber(consents)} 人同意{consents > 0 && '，不能撤销'}
    </p>
  );
}

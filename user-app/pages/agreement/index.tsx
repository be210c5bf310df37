import { type AgreementKey, agreementKeys, agreementTitles, piecesOf, readAgreement } from '#shared/domain/agreement';
import { firstAgreements } from '#shared/domain/agreement-texts/index';
import { dayKey } from '#shared/domain/time';
import { useAgreements, useAgreementVersion } from '../../data/agreements';
import { classNames } from '../../lib/class-names';
import { Link, useSearchParams } from '../../lib/router';
import { BareButton, Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Page, PageHead } from '../../ui/page';
import { Waiting } from '../../ui/waiting';
import styles from './agreement.css';

/** The four agreements, one at a time; the address names the one shown, and which version of it. */
export default function Agreement() {
  const [search, setSearch] = useSearchParams();
  const key = agreementKeys.find((one) => one === search.get('tab')) ?? 'user';
  const edition = Number(search.get('version')) || undefined;
  return (
    <Page isNarrow>
      <nav className={`flex gap-24 overflow-x-auto mb-24 border-b ${styles.tabs}`} aria-label="选择协议">
        {agreementKeys.map((one) => (
          <BareButton
            key={one}
            aria-current={one === key ? 'page' : undefined}
            className={classNames(
              'flex-none p-8-0 text-second nowrap',
              styles.tab,
              one === key && `font-medium ${styles.tabOn}`,
            )}
            onClick={() => setSearch({ tab: one }, { replace: true })}
          >
            {agreementTitles[one]}
          </BareButton>
        ))}
      </nav>
      <Shown key={`${key}-${edition}`} agreementKey={key} edition={edition} />
    </Page>
  );
}

interface ShownProps {
  agreementKey: AgreementKey;
  /** Undefined for the newest. */
  edition: number | undefined;
}

/** One version of one agreement. Without a network and never seen before, the text that came with the page stands in. */
function Shown({ agreementKey, edition }: ShownProps) {
  const { data, error } = useAgreements();
  const newest = data?.find(({ key }) => key === agreementKey);
  const isOlder = edition !== undefined && newest !== undefined && edition !== newest.edition;
  const older = useAgreementVersion(agreementKey, isOlder ? edition : undefined);
  const title = agreementTitles[agreementKey];
  if (isOlder && older.error)
    return (
      <EmptyState drawing="broken" title="没有读到这一版" text={older.error.message}>
        <Button onClick={older.refresh}>重试</Button>
      </EmptyState>
    );
  const first = error && !data ? firstAgreements[agreementKey] : undefined;
  const shown = isOlder ? older.data : newest;
  const text = shown?.text ?? first?.text;
  if (text === undefined)
    return (
      <>
        <PageHead title={title} text="正在读取" />
        <Waiting label={`正在读取${title}`} rows={4} height={160} />
      </>
    );
  const { effectiveOn } = shown ?? first ?? { effectiveOn: '' };
  const about = shown
    ? `版本 ${shown.edition} · 生效日期 ${effectiveOn}`
    : `随页面保存的版本 · 生效日期 ${effectiveOn}`;
  const isLater = effectiveOn > dayKey(Date.now());
  return (
    <article className={styles.text}>
      <PageHead title={title} text={isLater ? `${about}，在此之前适用上一版` : about} />
      {isOlder && (
        <p className={`text-second ${styles.note}`}>
          这是旧版本。<Link to={`/agreement?tab=${agreementKey}`}>看最新版本</Link>
        </p>
      )}
      <Body text={text} />
      {newest && newest.versions.length > 1 && (
        <nav className={`border-t ${styles.versions}`} aria-label="历次版本">
          <h2>历次版本</h2>
          <ul>
            {newest.versions.map((version) => (
              <li key={version.edition}>
                <Link
                  to={`/agreement?tab=${agreementKey}&version=${version.edition}`}
                  aria-current={version.edition === shown?.edition ? 'page' : undefined}
                >
                  版本 {version.edition} · {version.effectiveOn} 起生效
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
  );
}

/** Sections and their items, numbered. */
function Body({ text }: { text: string }) {
  const { lead, sections } = readAgreement(text);
  return (
    <>
      {lead.map((line) => (
        <p key={line} className={styles.lead}>
          <Line text={line} />
        </p>
      ))}
      {sections.map(({ heading, items }, index) => (
        <section key={heading}>
          <h2>
            {index + 1}. {heading}
          </h2>
          <ol>
            {items.map((item, order) => (
              <li key={item}>
                <span className="tabular">
                  {index + 1}.{order + 1}
                </span>
                <p>
                  <Line text={item} />
                </p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function Line({ text }: { text: string }) {
  return piecesOf(text).map((piece) => (piece.isStrong ? <strong key={piece.text}>{piece.text}</strong> : piece.text));
}

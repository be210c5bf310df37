import { useSearchParams } from '@umijs/max';
import { classNames } from '../../lib/class-names';
import { BareButton } from '../../ui/button';
import { Page, PageHead } from '../../ui/page';
import styles from './agreement.css';
import { markNotice } from './texts/mark';
import { memberAgreement } from './texts/member';
import { privacyPolicy } from './texts/privacy';
import { userAgreement } from './texts/user';

const texts = [userAgreement, privacyPolicy, memberAgreement, markNotice];

/** The four agreements, one at a time; the address names the one shown. */
export default function Agreement() {
  const [search, setSearch] = useSearchParams();
  const text = texts.find(({ key }) => key === search.get('tab')) ?? userAgreement;
  return (
    <Page isNarrow>
      <nav className={styles.tabs} aria-label="选择协议">
        {texts.map(({ key, title }) => (
          <BareButton
            key={key}
            aria-current={key === text.key ? 'page' : undefined}
            className={classNames(styles.tab, key === text.key && styles.tabOn)}
            onClick={() => setSearch({ tab: key }, { replace: true })}
          >
            {title}
          </BareButton>
        ))}
      </nav>
      <article className={styles.text}>
        <PageHead title={text.title} text={`版本 ${text.version} · 生效日期 ${text.effectiveAt}`} />
        <p className={styles.lead}>{text.lead}</p>
        {text.sections.map(({ heading, items }, index) => (
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
                  <p>{item}</p>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </article>
    </Page>
  );
}

import type { ChatSource } from '#shared/contract/chat';
import { BareButton } from '../../../ui/button';
import { chipLook } from '../../../ui/chip';
import { DocumentIcon } from '../../../ui/icons';
import { addressOf } from '../../../ui/markdown/address';
import { useThreadActs } from './acts';
import styles from './thread.css';

/** Sources of an answer: entries open here, pages of the product in place, pages of the web in a new tab. */
export function Sources({ sources }: { sources: readonly ChatSource[] }) {
  if (sources.length === 0) return null;
  return (
    <section aria-label="出处" className={`flex items-baseline gap-8 mt-16 ${styles.sources}`}>
      <span>出处</span>
      <ul>
        {sources.map((source) => (
          <li key={`${source.entryId ?? source.to ?? source.url}${source.title}`}>
            <Source source={source} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Source({ source: { title, entryId, to, url } }: { source: ChatSource }) {
  const { openEntry, openPath } = useThreadActs();
  const address = addressOf(to ?? url ?? '', window.location.origin);
  const label = (
    <>
      <DocumentIcon size={14} />
      <span>{title}</span>
    </>
  );
  if (entryId !== null) {
    return (
      <BareButton className={chipLook()} onClick={() => openEntry(entryId)}>
        {label}
      </BareButton>
    );
  }
  if (address?.kind === 'inside') {
    return (
      <BareButton role="link" className={chipLook()} onClick={() => openPath(address.path)}>
        {label}
      </BareButton>
    );
  }
  if (!address) return <span className={chipLook()}>{label}</span>;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" className={chipLook()}>
      {label}
    </a>
  );
}

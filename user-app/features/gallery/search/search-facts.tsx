import { formatNumber } from '#shared/domain/format';
import { useSearchFacts } from '../../../data/gallery';
import { Link } from '../../../lib/router';
import { chipLook } from '../../../ui/chip';
import styles from './search-facts.css';

const wordLink = (word: string) => `/tupianHome?keyword=${encodeURIComponent(word)}`;

/** Results of a word besides the pictures below: sets, cases, authors, categories, synonyms. */
export function SearchFacts({ keyword }: { keyword: string }) {
  const { data } = useSearchFacts(keyword);
  if (!data) return null;
  const { counts, authors, categories, synonyms } = data;
  const query = `?keyword=${encodeURIComponent(keyword)}`;
  return (
    <nav aria-label="其他结果" className={`flex flex-wrap text-second text-13 ${styles.facts}`}>
      {counts.imageSets > 0 && <Link to={`/seachInspiration${query}`}>图集 {formatNumber(counts.imageSets)}</Link>}
      {counts.cases > 0 && <Link to={`/searchCase${query}`}>案例 {formatNumber(counts.cases)}</Link>}
      {categories.map(({ id, name }) => (
        <Link key={id} to={`/classifyPage/${id}`}>
          分类：{name}
        </Link>
      ))}
      {authors.map(({ authorId, name }) => (
        <Link key={authorId} to={`/otherPersonCenter/${authorId}`}>
          作者：{name}
        </Link>
      ))}
      {synonyms.length > 0 && <span>也找了：{synonyms.join('、')}</span>}
    </nav>
  );
}

/** Words that lead somewhere, where this one does not. */
export function NearestWords({ keyword }: { keyword: string }) {
  const { data } = useSearchFacts(keyword);
  if (!data || data.nearest.length === 0) return null;
  return (
    <>
      {data.nearest.map((word) => (
        <Link key={word} to={wordLink(word)} className={chipLook()}>
          {word}
        </Link>
      ))}
    </>
  );
}

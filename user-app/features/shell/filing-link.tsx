import { useSiteSettings } from '../../data/settings';

/** The regulator's filing site (docs/RULES.md R20). */
const filingSite = 'https://beian.miit.gov.cn';

/** The filing-record notice; a click opens the regulator's site in a new tab. */
export function FilingLink({ className }: { className?: string | undefined }) {
  const { data } = useSiteSettings();
  return (
    <a href={filingSite} target="_blank" rel="noopener noreferrer" className={className}>
      {data?.filingNumber || 'ICP 备案查询'}
    </a>
  );
}

import type { PageEvent } from '#shared/contract/system';
import { isPersonalCenter, pageLabelOf, personalCenterPageOf } from '#shared/domain/page-label';

export type PageView = Pick<PageEvent, 'label' | 'path' | 'from' | 'personalCenterPage'> & { label: string };

/** The longest address that an event carries, characters. */
const longestPath = 500;

/**
 * What is told of a page that is seen. In a personal center that is its page number too, and from there the number
 * goes with the next page, whichever that is (spec §2).
 * @param from label of the page seen before
 * @param kept number of the personal-center page that was seen last on this device
 */
export function pageViewOf(url: string, from: string | undefined, kept: number | undefined): PageView {
  const { label } = pageLabelOf(url);
  const comesFrom = from !== undefined && isPersonalCenter(from);
  const page = isPersonalCenter(label) ? personalCenterPageOf(url) : comesFrom ? kept : undefined;
  return {
    label,
    path: url.slice(0, longestPath),
    ...(from === undefined ? {} : { from }),
    ...(page === undefined ? {} : { personalCenterPage: page }),
  };
}

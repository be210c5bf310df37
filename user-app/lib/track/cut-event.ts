import type { PageEvent } from '#shared/contract/system';
import { pageEventLimits } from '#shared/domain/page-event';

/** Characters that the server accepts in no text. */
const unfit = /[\p{Cc}\u2028\u2029]/gu;
const { label, path, hash, id, name, property, properties } = pageEventLimits;
const limits: Partial<Record<string, number>> = { name, label, path, hash, from: label, fromPath: path };

/** An event without what is undefined, and as short as the server takes it. */
export function cutEvent({ ids, props, ...rest }: Undefined<PageEvent>): PageEvent {
  const all: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, cut(value, limits[key])])),
    ids: ids?.map((part) => cut(part, id)),
    props:
      props &&
      Object.fromEntries(
        Object.entries(props)
          .slice(0, properties)
          .map(([key, value]) => [key, cut(value, property)]),
      ),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as PageEvent;
}

type Undefined<T> = { [K in keyof T]: T[K] | undefined };

/** Never ends in half a character. */
function cut<T>(value: T, most = Number.POSITIVE_INFINITY): T | string {
  if (typeof value !== 'string') return value;
  return value
    .replace(unfit, ' ')
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '');
}

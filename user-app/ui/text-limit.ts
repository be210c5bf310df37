/** Words about the length of a text with a largest number of characters. */
export interface TextLimit {
  /** `27/30`, near the end and past it. */
  count: string | undefined;
  /** The sentence for a text that is too long. */
  fault: string | undefined;
}

/** Share of the limit from which the count is shown. */
const nearEnd = 0.8;

/** Nothing is cut: a text that is too long stays as it is and says so. */
export function textLimit(value: string, longest: number | undefined): TextLimit {
  if (longest === undefined) return { count: undefined, fault: undefined };
  const { length } = value;
  return {
    count: length >= longest * nearEnd ? `${length}/${longest}` : undefined,
    fault: length > longest ? `最多 ${longest} 个字，多了 ${length - longest} 个` : undefined,
  };
}

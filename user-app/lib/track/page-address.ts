/** Query values that say where a visitor came from or what is looked at, and nothing of a person. */
const toldQueries = ['kw', 'keyWord', 'plan', 'source', 'unit', 'page', 'id'];

/** An address of the product as events tell it. */
export interface PageAddress {
  /** Without query. */
  pathname: string;
  /** With the query values that may be told. */
  path: string;
  /** Without its `#`. */
  hash: string;
}

/** @param url path, query and hash */
export function pageAddressOf(url: string): PageAddress {
  const { pathname, searchParams, hash } = new URL(`http://page.invalid${url}`);
  const query = new URLSearchParams([...searchParams].filter(([name]) => toldQueries.includes(name))).toString();
  return { pathname, path: query ? `${pathname}?${query}` : pathname, hash: hash.slice(1) };
}

/** The page number that an address names. */
export function pageNumberOf({ path }: PageAddress): number | undefined {
  const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
  return isPageNumber(page) ? page : undefined;
}

export function isPageNumber(page: number): boolean {
  return Number.isSafeInteger(page) && page > 0;
}

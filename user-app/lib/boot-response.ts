/** Cards of a wall's first answer. */
export const firstCards = 40;
/** Pictures of a wall that are asked for before all else. */
export const firstPictures = 6;

declare global {
  /** Request that the boot script made before the app's code was loaded. */
  var firstAnswer: { address: string; response: Promise<Response> } | undefined;
}

/** Time after the start of the page in which the answer is fresh, ms. */
const freshFor = 60_000;

/** `fetch`, but for the address that the boot script has asked for: its answer is handed on, once. */
export const fetchOrTakeBootResponse: typeof fetch = (input, init) => {
  const first = globalThis.firstAnswer;
  if (!first || input !== first.address || init?.method !== 'GET') return fetch(input, init);
  globalThis.firstAnswer = undefined;
  if (performance.now() > freshFor) return fetch(input, init);
  return first.response.catch(() => fetch(input, init));
};

/**
 * Sentence of a failure to show to a person. Failures of the product carry one in Chinese; `otherwise` replaces the
 * message of any other, e.g. the English one of a browser.
 */
export function failureWords(error: unknown, otherwise = '出错了，请稍后重试'): string {
  return error instanceof Error && /\p{Script=Han}/u.test(error.message) ? error.message : otherwise;
}

/**
 * Returns the error when its message can be shown to a person, otherwise a new error with such a message and it as
 * cause.
 */
export function shownFailure<E extends Error>(error: E): E | Error {
  const words = failureWords(error);
  return words === error.message ? error : new Error(words, { cause: error });
}

/**
 * One failure the product answers with. `code` is the fact as an integer for the envelope's `code` and `errorCode`;
 * `status` is the HTTP status; `sentence` is what people read, with `{name}` places filled by the thrower.
 */
export interface ErrorEntry {
  code: number;
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 416 | 422 | 429 | 500 | 501 | 503;
  sentence: string;
}

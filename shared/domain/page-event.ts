/** The most that one event of a page carries: characters of its texts, and how many properties. Pages cut, the server refuses. */
export const pageEventLimits = { name: 60, label: 120, path: 500, hash: 200, id: 100, property: 200, properties: 16 };

/** The most that one message with events carries; `bytes` leaves room below what browsers let a closing page send. */
export const eventBatchLimits = { events: 100, bytes: 60 * 1024 };

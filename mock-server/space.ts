/** Header by which a request names its world; see `worlds/`. */
export const spaceHeader = 'x-mock-space';

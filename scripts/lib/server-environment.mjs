import { availableParallelism } from 'node:os';
import { inRoot } from './paths.mjs';

/**
 * Environment that the server's process needs before it starts. Its threads read files, check passwords and code the
 * engine's pictures; with Node's four of them, four long pictures would let every file wait. Node keeps what it
 * compiled of a thousand sources, where it may write.
 */
export const serverEnvironment = {
  UV_THREADPOOL_SIZE: String(2 * availableParallelism() + 8),
  NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled'),
};

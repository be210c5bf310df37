import { availableParallelism } from 'node:os';

/**
 * What the server's process needs before it starts. Its threads read files, check passwords and code the engine's
 * pictures; with Node's four of them, four long pictures would let every file wait.
 */
export const serverEnvironment = { UV_THREADPOOL_SIZE: String(2 * availableParallelism() + 8) };

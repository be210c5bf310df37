export const serverEnvironment: { UV_THREADPOOL_SIZE: string };

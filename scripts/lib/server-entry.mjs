/** Folder of the bundled server, relative to the root. */
export const serverBundle = 'dist/server';

/** Program that `npm start` runs. */
export const serverEntry = `${serverBundle}/mock-server.main.js`;

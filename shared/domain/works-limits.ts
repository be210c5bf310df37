/** Works chosen at once. */
export const worksPerBatch = 200;
/** Files of one archive. */
export const filesPerArchive = 300;

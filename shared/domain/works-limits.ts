/** Works chosen at once. */
export const worksPerBatch = 200;
/** Files of one archive. */
export const filesPerArchive = 300;
/** Characters of a project's name and of what a work is called. */
export const longestProjectName = 30;
export const longestWorkTitle = 60;

/** Entry of the thread that makes a Word document: parsing may take long, and others are not to wait for it. */
import { toWord } from './export-word.ts';

export default toWord;

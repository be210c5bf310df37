/** Worker thread that creates a Word document: parsing may take long and must not block the event loop. */
import { toWord } from './export-word.ts';

export default toWord;

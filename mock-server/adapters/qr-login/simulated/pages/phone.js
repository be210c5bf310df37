// @ts-check
// A phone that opens the page of a code has scanned it.

/** @type {HTMLFormElement | null} */
const scan = document.querySelector('form[data-scan]');
scan?.requestSubmit();

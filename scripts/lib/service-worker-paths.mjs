/**
 * Paths of the server that the service worker leaves to it: the console, every call, sign-in, the cashier, the phone's
 * pages, the control plane, and whatever looks like a file.
 */
export const neverHandled = [/^\/(admin|api|cas|pay|scan|__mock)(\/|\?|$)/i, /\/[^/?]+\.[a-z\d]+(\?|$)/i];

/** Files whose names change with their content. */
export const hashedName = /\.[\da-f]{8,}\./;

/** Resources that are read again after a change. */
export const agreementChanges = ['agreements'];

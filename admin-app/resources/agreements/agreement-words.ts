/** What is asked again after a change. */
export const agreementChanges = ['agreements'];

/** Of what the page's HTML shows before the app is there; beside its styles these would come with the app's code. */
export const splashId = 'splash';
export const splashPictureId = 'splash-picture';

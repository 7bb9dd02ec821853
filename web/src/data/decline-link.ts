/** The hash of a referral's address that opens the dialog for a decline. */
export const DECLINE = 'decline';

export const configPending = true;

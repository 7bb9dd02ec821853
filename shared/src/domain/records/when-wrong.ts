/** Sets the text for an invalid value. A missing value gets none, so that the API reports it as missing. */
export const whenWrong = (text: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : text),
});

/** The text for a wrong value. A value that is not there has none, so that the API says that it is missing. */
export const whenWrong = (text: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : text),
});

/** The key Microsoft publishes for its emulator: no secret, and it opens nothing but an endpoint on this machine. */
export const emulatorKey =
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';

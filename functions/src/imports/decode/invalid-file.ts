/** The file cannot be imported, and trying again would not help. The message is for the administrator. */
export class InvalidFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidFileError';
  }
}

/** `RegExp.escape` is not in the language level of this project's types yet. */
export function escapeRegExp(text: string) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

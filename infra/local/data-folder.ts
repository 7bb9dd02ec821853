import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Everything the platform keeps; another folder is a second, independent installation. */
export function dataFolder(environment: Record<string, string | undefined>): string {
  return path.resolve(root, environment['HANDOFF_DATA'] ?? '.local');
}

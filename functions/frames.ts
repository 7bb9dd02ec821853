import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleFiles } from './bundle.ts';

// `npm run build frames < log`: where the frames of a log are in the source, by the maps that `npm run package` of the
// same version left behind. Names in the bundle are short ones; what is not in a map stays unchanged.
const [, , folder = '.cache'] = process.argv;
const maps = new Map(bundleFiles.map((file) => [file, mapOf(file)]));
const log = await text(process.stdin);
process.stdout.write(log.replaceAll(/(?:[\w$.<>]+ \()?[^\s("]*?([\w-]+\.cjs):(\d+):(\d+)\)?/g, sourceOf));

function mapOf(file: string): SourceMap {
  return new SourceMap(JSON.parse(readFileSync(path.join(folder, `${file}.map`), 'utf8')));
}

function sourceOf(frame: string, file: string, line: string, column: string): string {
  const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
  if (!origin || !('fileName' in origin)) return frame;
  return `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
}

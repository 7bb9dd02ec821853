import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { wordsOfColumn } from './import-words.ts';

const delimiterWords = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
]);

/** What the file was taken for, and which of its columns is what. */
export function ImportFormat({ format }: { format: StateFileImport['Format'] }) {
  if (!format) return null;
  return (
    <section aria-labelledby="format-title">
      <h2 id="format-title" className="import-title">
        How the file was read
      </h2>
      <p className="soft">
        {format.name}; {format.encoding}, separated by{' '}
        {delimiterWords.get(format.delimiter) ?? format.delimiter}
      </p>
      <dl className="facts">
        {Object.entries(format.columns).map(([column, source]) => (
          <div key={column} className="facts-row">
            <dt>{wordsOfColumn(column)}</dt>
            <dd>
              <code>{source}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { formatBytes } from '../../lib/format.ts';
import { isToBePacked, type StateFileStart } from './state-file.ts';

export function ChosenFile({ file, start }: { file: File; start: StateFileStart }) {
  return (
    <div className="chosen-file">
      <p>
        <b>{file.name}</b>{' '}
        <span className="soft number">
          {formatBytes(file.size)}
          {isToBePacked(file) && ', packed before it is sent'}
        </span>
      </p>
      {start.refusal !== undefined && (
        <p role="alert" className="field-error">
          {start.refusal}
        </p>
      )}
      {start.lines.length > 0 && (
        <figure>
          <figcaption className="small soft">How it begins</figcaption>
          <pre>{start.lines.join('\n')}</pre>
        </figure>
      )}
    </div>
  );
}

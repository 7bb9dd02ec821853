import type { ImportMode } from '@handoff/shared/domain/address/state-file-import';

interface ModeChoiceProps {
  mode: ImportMode;
  onChange: (mode: ImportMode) => void;
}

const modes: { mode: ImportMode; name: string; meaning: string }[] = [
  {
    mode: 'replace',
    name: 'Replace',
    meaning: 'The file is the whole state: what is live and not in it disappears.',
  },
  {
    mode: 'add',
    name: 'Add',
    meaning: 'The file is a part, such as a county or mended rows: it joins what is live.',
  },
];

export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  return (
    <fieldset className="mode-choice">
      <legend>What the file is</legend>
      {modes.map((each) => (
        <label key={each.mode}>
          <input
            type="radio"
            name="import-mode"
            checked={mode === each.mode}
            onChange={() => onChange(each.mode)}
          />
          <b>{each.name}</b>
          <span className="soft">{each.meaning}</span>
        </label>
      ))}
    </fieldset>
  );
}

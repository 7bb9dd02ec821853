import { Button, Group, Modal, MultiSelect, Stack, Textarea } from '@mantine/core';
import '../../../styles/form-controls.ts';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { stateNames, stateOptions } from '@handoff/shared/domain/address/us-state';
import { useAction } from '../../../lib/api/use-action.ts';
import { wordsOfColumn } from '../import-words.ts';
import { readCountyNames, writeCountyNames } from './county-names.ts';

export type StateFileRules = Output<typeof api.imports.rules>['StateFileRules'][number];

interface StateRulesProps {
  /** Undefined: nobody looks at any. */
  rules: StateFileRules | undefined;
  onSaved: () => void;
  onClose: () => void;
}

/** What the next files of a state are read with. */
export function StateRules({ rules, onSaved, onClose }: StateRulesProps) {
  return (
    <Modal
      opened={rules !== undefined}
      onClose={onClose}
      size={560}
      title={rules && `How files of ${stateNames[rules.State]} are read`}
    >
      {rules && <RulesForm key={rules.State} rules={rules} onSaved={onSaved} onClose={onClose} />}
    </Modal>
  );
}

function RulesForm({ rules, onSaved, onClose }: StateRulesProps & { rules: StateFileRules }) {
  const [columns, setColumns] = useState(rules.Columns);
  const [counties, setCounties] = useState(() => writeCountyNames(rules.CountyNames));
  const [skipped, setSkipped] = useState(rules.SkippedStates);
  const { names, problem } = readCountyNames(counties);
  const action = useAction(api.imports.saveRules, { onSuccess: onSaved });
  const { fields } = action.error ?? {};
  const name = stateNames[rules.State];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== undefined) return;
        const body = { State: rules.State, Columns: columns, CountyNames: names, SkippedStates: skipped };
        void action.run({ body });
      }}
    >
      <Stack gap="md">
        <Columns columns={columns} onForget={() => setColumns({})} />
        <Textarea
          label="County names"
          description={`One a line, as the file writes it = as it is shown: HARTFORD CNTY = HARTFORD. ${liveCounties(rules)}`}
          autosize
          minRows={2}
          maxRows={8}
          value={counties}
          error={problem ?? fields?.['CountyNames']}
          onChange={(event) => setCounties(event.currentTarget.value)}
        />
        <MultiSelect
          label="Skip rows of"
          description={`Rows with ZIP codes of these states are skipped. Those of others are rejected, unless their own column names another state.`}
          searchable
          data={stateOptions.filter(({ value }) => value !== rules.State)}
          value={skipped}
          error={fields?.['SkippedStates']}
          onChange={setSkipped}
        />
        <p className="soft small">
          The next file of {name} is read with these. What is live stays as it is until then.
        </p>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isPending}>
            Save rules
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Columns({ columns, onForget }: { columns: StateFileRules['Columns']; onForget: () => void }) {
  const chosen = Object.entries(columns);
  return (
    <div>
      <h3>Columns</h3>
      {chosen.length === 0 ? (
        <p className="soft">
          Found by their names. Correct them on the page of an import, before it is live.
        </p>
      ) : (
        <>
          <ul>
            {chosen.map(([field, column]) => (
              <li key={field}>
                {wordsOfColumn(field)}: {column === '' ? 'none of the columns' : <code>{column}</code>}
              </li>
            ))}
          </ul>
          <button type="button" className="text-button" onClick={onForget}>
            Forget these columns
          </button>
        </>
      )}
    </div>
  );
}

const MOST_NAMED = 12;

function liveCounties({ Counties }: StateFileRules): string {
  if (Counties.length === 0) return '';
  const more = Counties.length - MOST_NAMED;
  const named = Counties.slice(0, MOST_NAMED).join(', ');
  return `Live now: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** In a few words, for those who look at the state; empty when files are read as they are. */
export function rulesInWords({ Columns: columns, CountyNames, SkippedStates }: StateFileRules): string {
  const parts = [
    Object.keys(columns).length > 0 && 'columns chosen',
    CountyNames.length > 0 && `${CountyNames.length} county ${CountyNames.length === 1 ? 'name' : 'names'}`,
    SkippedStates.length > 0 && `skips ${SkippedStates.join(', ')}`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

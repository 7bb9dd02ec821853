import * as z from 'zod';
import { importsApi } from '@handoff/shared/contract/imports';
import type { Output } from '@handoff/shared/contract/endpoint';
import { ColumnChoice, FileRules } from '@handoff/shared/domain/address/state-file-import';
import { stateNames, stateOptions } from '@handoff/shared/domain/address/us-state';
import { Form as FormOf } from '../../../../ui/form/form.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { wordsOfColumn } from '../../../../text/labels/import-labels.ts';
import { CountyNamesText, writeCountyNames } from './county-names.ts';

export type StateFileRules = Output<typeof importsApi.rules>['StateFileRules'][number];

interface StateRulesProps {
  /** Undefined while the dialog is closed. */
  rules: StateFileRules | undefined;
  onSaved: () => void;
  onClose: () => void;
}

/** The rules for reading a state's future files. */
export function StateRules({ rules, onSaved, onClose }: StateRulesProps) {
  return (
    <FormDialog
      opened={rules !== undefined}
      onClose={onClose}
      title={rules && `How files of ${stateNames[rules.State]} are read`}
    >
      {rules && <RulesForm key={rules.State} rules={rules} onSaved={onSaved} />}
    </FormDialog>
  );
}

const Rules = z.object({
  Columns: ColumnChoice,
  CountyNames: CountyNamesText,
  SkippedStates: FileRules.shape.SkippedStates,
});

function RulesForm({ rules, onSaved }: { rules: StateFileRules; onSaved: () => void }) {
  const { State, Columns, CountyNames, SkippedStates } = rules;
  const form = useForm({
    schema: Rules,
    initial: { Columns, CountyNames: writeCountyNames(CountyNames), SkippedStates },
    save: importsApi.saveRules,
    body: ({ values }) => ({ State, ...values }),
    onSaved,
  });
  const { Field } = form;
  return (
    <FormOf of={form} submit="Save rules" leaves>
      <ChosenColumns choice={form.values.Columns} onForget={() => form.set('Columns', {})} />
      <Field
        name="CountyNames"
        hint={`One a line, as the file writes it = as shown here: HARTFORD CNTY = HARTFORD. ${liveCounties(rules)}`}
      />
      <Field
        name="SkippedStates"
        label="Skip rows of"
        hint="Rows with ZIP codes of these states are skipped. Those of others are rejected, unless their own column names another state."
        options={stateOptions.filter(({ value }) => value !== State)}
      />
      <p className="soft small">
        The next file of {stateNames[State]} is read with these. What is live stays unchanged until then.
      </p>
    </FormOf>
  );
}

function ChosenColumns({ choice, onForget }: { choice: StateFileRules['Columns']; onForget: () => void }) {
  const chosen = Object.entries(choice);
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
            {chosen.map(([field, columns = []]) => (
              <li key={field}>
                {wordsOfColumn(field)}:{' '}
                {columns.length === 0 ? 'none of the columns' : <code>{columns.join(' + ')}</code>}
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

const MAX_NAMED = 12;

function liveCounties({ Counties }: StateFileRules): string {
  if (Counties.length === 0) return '';
  const more = Counties.length - MAX_NAMED;
  const named = Counties.slice(0, MAX_NAMED).join(', ');
  return `Live now: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** A short summary for the state's row; empty without rules. */
export function rulesInWords({ Columns: columns, CountyNames, SkippedStates }: StateFileRules): string {
  const parts = [
    Object.keys(columns).length > 0 && 'columns chosen',
    CountyNames.length > 0 && `${CountyNames.length} county ${CountyNames.length === 1 ? 'name' : 'names'}`,
    SkippedStates.length > 0 && `skips ${SkippedStates.join(', ')}`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

import { Group, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { information } from '@handoff/shared/domain/referral/needed-information';
import type { FitCheck, ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { CheckGlyph, type CheckState } from '../../ui/check-glyph.tsx';
import { formatDateTime, formatDay, plural } from '../../text/format.ts';
import { stateOf, stateOfStatus, stateWords } from './referral-cells.tsx';
import styles from './fit-rows.module.css';

type CheckName =
  | 'Area'
  | 'Capacity'
  | 'Payer'
  | 'Documents'
  | 'Eligibility'
  | 'Information'
  | 'Duplicate'
  | 'Readmission'
  | 'Orderer'
  | 'Values';

interface FitRowsProps {
  checks: Omit<ReferralChecks, 'ReferralId'>;
  /** The status after the last eligibility check; without it, the row says whether a check is possible. */
  eligibility?: ConfiguredStatus | undefined;
  /** The next step for a check that did not succeed, by its name. */
  actions?: Partial<Record<CheckName, ReactNode>>;
  /** The values of the documents that no one has decided. */
  openLines?: readonly string[];
  /** The checks that are fine become one line. */
  folds?: boolean;
  /** Leads to a field by its path; undefined for people who may only view. */
  onField?: (path: string) => void;
}

type CheckRow = [
  name: CheckName,
  state: CheckState,
  check: Pick<FitCheck, 'Reason'>,
  missing?: readonly string[],
];

/** The results of the checks. They only warn; a person decides. */
export function FitRows(props: FitRowsProps) {
  const { checks, eligibility, actions = {}, openLines = [], folds = false, onField } = props;
  const { Area, Capacity, Payer, Documents, Eligibility, Information, Duplicates, Readmission, Orderer } =
    checks;
  const orderer: CheckRow[] = Orderer ? [['Orderer', stateOf(Orderer, 'no'), Orderer]] : [];
  const rows: CheckRow[] = [
    ['Area', stateOf(Area, 'no'), Area],
    ['Capacity', stateOfCapacity(Capacity), Capacity],
    ['Payer', stateOf(Payer, 'no'), Payer],
    ['Documents', stateOf(Documents, 'look'), Documents, Documents.Missing],
    eligibility
      ? ['Eligibility', stateOfStatus(eligibility), { Reason: `Checked: ${eligibility.Name}.` }]
      : ['Eligibility', stateOfUnchecked(Eligibility), Eligibility, Eligibility.Missing],
    ...orderer,
    ['Information', stateOf(Information, 'look'), Information, Information.Missing],
    ['Duplicate', duplicateState(Duplicates), Duplicates],
    ['Readmission', readmissionState(Readmission), { Reason: readmissionText(Readmission) }],
    ...(openLines.length > 0 ? [valuesRow(openLines)] : []),
  ];
  const fine = rows.filter(([, state]) => state === 'yes');
  const rowOf = (row: CheckRow) => <Row key={row[0]} row={row} action={actions[row[0]]} onField={onField} />;
  const trouble = rows.filter(([, state]) => state === 'no' || state === 'look').length;
  return (
    <section aria-labelledby="fit-title" className={styles['fit']}>
      <h2 id="fit-title">
        Checks{' '}
        <span className="soft small label">
          {trouble === 0
            ? 'none need attention'
            : `${trouble} of ${rows.length} ${trouble === 1 ? 'needs' : 'need'} attention`}
        </span>
      </h2>
      <div className="card">
        <ul className="rows">{rows.filter(([, state]) => !folds || state !== 'yes').map(rowOf)}</ul>
        {folds && fine.length > 0 && (
          <details className={styles['fine']}>
            <summary>
              <CheckGlyph state="yes" />
              <b className="label">{fine.length} fine</b>
              <span>{fine.map(([name]) => titleOf(name)).join(', ')}</span>
            </summary>
            <ul className="rows">{fine.map(rowOf)}</ul>
          </details>
        )}
      </div>
    </section>
  );
}

const titleOf = (name: CheckName) => titles.get(name) ?? name;

interface RowProps {
  onField: FitRowsProps['onField'];
  row: CheckRow;
  action: ReactNode;
}

function Row({ row: [name, state, { Reason }, missing = []], action, onField }: RowProps) {
  return (
    <li>
      <CheckGlyph state={state} />
      <b className="label">{titleOf(name)}</b>
      <span>
        <VisuallyHidden>{stateWords[state]}: </VisuallyHidden>
        {Reason}
        {missing.length > 0 && <MissingOf names={missing} onField={onField} />}
      </span>
      <Group gap="sm" align="baseline" justify="end">
        {action}
      </Group>
    </li>
  );
}

const titles = new Map<CheckName, string>([['Area', 'Service area']]);

const MOST_NAMED = 4;

function valuesRow(open: readonly string[]): CheckRow {
  const others = open.length - MOST_NAMED;
  const named = open.slice(0, MOST_NAMED).join(', ');
  return [
    'Values',
    'look',
    {
      Reason: `${plural(open.length, 'value')} of the documents not decided: ${named}${others > 0 ? `, and ${others} more` : ''}.`,
    },
  ];
}

/** The field names that a check uses. */
const pathsOfFields = new Map([
  ['Last name', 'Patient.LastName'],
  ...Object.values(information).map(({ name, path }) => [name, path] as const),
]);

/** A missing field links to its input; documents are attached elsewhere. */
function MissingOf({ names, onField }: { names: readonly string[]; onField: FitRowsProps['onField'] }) {
  return (
    <span className="warn label">
      {' '}
      Missing:{' '}
      {names.map((name, index) => {
        const path = pathsOfFields.get(name);
        return (
          <Fragment key={name}>
            {index > 0 && ', '}
            {onField && path !== undefined ? (
              <button type="button" className="text-button" onClick={() => onField(path)}>
                {name}
              </button>
            ) : (
              name
            )}
          </Fragment>
        );
      })}
    </span>
  );
}

/** Everything for a check may be there, but nothing was checked: green would read as eligible. */
export const stateOfUnchecked = ({ Answer }: FitCheck): CheckState => (Answer === 'yes' ? 'unknown' : 'look');

/** A limited discipline still takes patients, so a person looks. */
const stateOfCapacity = (check: FitCheck): CheckState =>
  check.Rule === 'Limited' ? 'look' : stateOf(check, 'no');

/** For duplicates, "no" is the good answer. */
function duplicateState({ Answer, Found }: ReferralChecks['Duplicates']): CheckState {
  if (Answer === 'no') return 'yes';
  return Found.length > 0 ? 'look' : 'unknown';
}

/** For the do-not-readmit list, "no" is also the good answer, and "yes" is final. */
function readmissionState({ Answer, Found }: ReferralChecks['Readmission']): CheckState {
  if (Answer === 'yes') return 'no';
  if (Answer === 'no') return 'yes';
  return Found.length > 0 ? 'look' : 'unknown';
}

function readmissionText({ Reason, Found: [stop] }: ReferralChecks['Readmission']): string {
  if (!stop) return Reason;
  const until = stop.EndsOn === null ? '' : `, until ${formatDay(stop.EndsOn)}`;
  return `${Reason} Added by ${stop.By.FullName} on ${formatDateTime(stop.Since)}${until}.`;
}

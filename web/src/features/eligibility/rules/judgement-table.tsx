import {
  type AgencyEligibilitySettings,
  defaultAgencySettings,
  judgedFindings,
} from '@handoff/shared/domain/eligibility/agency-settings';
import { NativeSelect } from '@mantine/core';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { DefaultMark } from './default-mark.tsx';
import styles from './rules.module.css';

type Severities = AgencyEligibilitySettings['Severities'];

interface JudgementTableProps {
  severities: Severities;
  onChange: (severities: Severities) => void;
}

/** The severity of each disputed finding by category, with the product's default: no source settles these. */
export function JudgementTable(props: JudgementTableProps) {
  return <DataTable label="What must be resolved first" rows={judgements} columns={columnsOf(props)} />;
}

function columnsOf({ severities, onChange }: JudgementTableProps): Column<{ Id: JudgedFinding }>[] {
  return [
    { title: 'Medicare response', cell: ({ Id }) => judgementWords[Id] },
    ...categories.map((category) => ({
      title: category,
      cell: ({ Id }: { Id: JudgedFinding }) => (
        <Judgement
          label={`${judgementWords[Id]}, ${category}`}
          severity={severities[Id][category]}
          proposed={defaultAgencySettings.Severities[Id][category]}
          onChange={(severity) =>
            onChange({ ...severities, [Id]: { ...severities[Id], [category]: severity } })
          }
        />
      ),
      width: 170,
      phone: 'labeled' as const,
    })),
  ];
}

type Severity = keyof typeof severityWords;

interface JudgementProps {
  label: string;
  severity: Severity;
  proposed: Severity;
  onChange: (severity: Severity) => void;
}

function Judgement({ label, severity, proposed, onChange }: JudgementProps) {
  return (
    <div className={styles['judged']}>
      <NativeSelect
        aria-label={label}
        size="xs"
        value={severity}
        data={Object.entries(severityWords).map(([value, text]) => ({ value, label: text }))}
        onChange={({ currentTarget: { value } }) => onChange(value === 'issue' ? 'issue' : 'notice')}
      />
      <DefaultMark isDefault={severity === proposed} text={severityWords[proposed]} />
    </div>
  );
}

const severityWords = { issue: 'Issue', notice: 'Notice' } as const;

type JudgedFinding = (typeof judgedFindings)[number];

/** In the order of the result pages, and in their words. */
const judgementWords: Record<JudgedFinding, string> = {
  homeHealthElsewhere: 'Another agency has an open home health period',
  hospiceOpen: 'The patient is in another hospice',
  hospiceOpenWithUs: 'The patient is in hospice with this agency',
  hospiceDischargeUnconfirmed: 'Hospice ended recently without a revocation',
  secondaryPayer: 'Medicare is secondary (MSP)',
  contractedAdvantage: 'Medicare Advantage plan with a contract of this agency',
  contradiction: 'The response contradicts itself',
  segmentsMissing: 'Part of the response is missing',
};

const order: string[] = Object.keys(judgementWords);
const judgements = judgedFindings
  .toSorted((left, right) => order.indexOf(left) - order.indexOf(right))
  .map((Id) => ({ Id }));

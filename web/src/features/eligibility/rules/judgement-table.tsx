import {
  type AgencyEligibilitySettings,
  defaultAgencySettings,
  judgedFindings,
} from '@handoff/shared/domain/eligibility/agency-settings';
import { categories } from '@handoff/shared/domain/eligibility/settings';

type Severities = AgencyEligibilitySettings['Severities'];

interface JudgementTableProps {
  severities: Severities;
  onChange: (severities: Severities) => void;
}

/** What must be settled first, by category: the questions no source answers, with the product's proposal. */
export function JudgementTable({ severities, onChange }: JudgementTableProps) {
  return (
    <table className="check-table judgement-table">
      <thead>
        <tr>
          <th scope="col">Medicare response</th>
          {categories.map((category) => (
            <th key={category} scope="col">
              {category}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {judgements.map((name) => (
          <tr key={name}>
            <th scope="row">{judgementWords[name]}</th>
            {categories.map((category) => {
              const severity = severities[name][category];
              const isProposed = severity === defaultAgencySettings.Severities[name][category];
              return (
                <td key={category} data-label={category}>
                  <select
                    aria-label={`${judgementWords[name]}, ${category}`}
                    value={severity}
                    data-changed={!isProposed}
                    onChange={({ currentTarget: { value } }) =>
                      onChange({
                        ...severities,
                        [name]: { ...severities[name], [category]: value === 'issue' ? 'issue' : 'notice' },
                      })
                    }
                  >
                    {(['issue', 'notice'] as const).map((each) => (
                      <option key={each} value={each}>
                        {severityWords[each]}
                      </option>
                    ))}
                  </select>
                  {!isProposed && (
                    <div className="soft small">
                      default: {severityWords[defaultAgencySettings.Severities[name][category]]}
                    </div>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const severityWords = { issue: 'Issue', notice: 'Notice' } as const;

type JudgedFinding = (typeof judgedFindings)[number];

/** In the order in which they come up, in the words of the result pages. */
const judgementWords: Record<JudgedFinding, string> = {
  homeHealthElsewhere: 'Another agency has an open home health period',
  hospiceOpen: 'The patient is in another hospice',
  hospiceOpenWithUs: 'The patient is in hospice with this agency',
  hospiceDischargeUnconfirmed: 'Hospice ended recently without a revocation',
  secondaryPayer: 'Another payer pays before Medicare',
  contractedAdvantage: 'Medicare Advantage plan with a contract of this agency',
  contradiction: 'The response contradicts itself',
  segmentsMissing: 'Part of the response is missing',
};

const judgements = Object.keys(judgementWords).filter((name): name is JudgedFinding =>
  judgedFindings.some((judged) => judged === name),
);

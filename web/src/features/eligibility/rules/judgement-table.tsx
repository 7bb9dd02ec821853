import { defaultAgencySettings } from '@handoff/shared/domain/eligibility/agency-settings';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { judgements, judgementWords, type Rules } from './rules-values.ts';

interface JudgementTableProps {
  severities: Rules['Severities'];
  onChange: (severities: Rules['Severities']) => void;
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

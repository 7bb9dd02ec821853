import { type CheckField, fieldNames, type troublesIn } from './check-values.ts';

interface MissingFieldsProps {
  missing: ReturnType<typeof troublesIn>;
  onGoTo: (field: CheckField) => void;
}

/** What is still needed to ask, each a way to its field. */
export function MissingFields({ missing, onGoTo }: MissingFieldsProps) {
  if (missing.length === 0) return <output className="soft small">Ready to ask.</output>;
  const fields = missing.length === 1 ? '1 field' : `${missing.length} fields`;
  return (
    <div className="missing-fields small">
      <output>{fields} missing to check eligibility:</output>
      <ul>
        {missing.map(({ field }) => (
          <li key={field}>
            <button type="button" className="text-button" onClick={() => onGoTo(field)}>
              {fieldNames[field]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

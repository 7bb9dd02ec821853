import { Button, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import { useInert } from '../../../lib/drafts/use-inert.ts';
import { SettledOutput } from '../../../components/settled-output.tsx';
import { CheckFields, errorsOf, useCheckForm } from './check-fields.tsx';
import { NotAnswered, WrongInput } from './check-messages.tsx';
import { type CheckValues, fieldNames, troublesIn, type CheckField } from './check-values.ts';
import { type CheckAnswer, useCheck } from './use-check.ts';
import { resultPath } from '../result/verdicts.ts';

type Findings = CheckAnswer['Findings'];

interface CheckFormProps {
  initial: CheckValues;
  referralId: string | undefined;
  /** Of an earlier check with these values that Medicare could not use. */
  initialFindings: Findings;
  /** Whatever came of it, it is in the history. */
  onAsked: () => void;
}

export function CheckForm({ initial, referralId, initialFindings, onAsked }: CheckFormProps) {
  const form = useCheckForm(initial, initialFindings);
  const navigate = useNavigate();
  const check = useCheck();
  const [answer271, setAnswer271] = useState('');
  const [wrong, setWrong] = useState<Findings>(initialFindings);
  const missing = troublesIn(form.values);
  const fields = useInert<HTMLDivElement>(check.isPending);

  async function submit({ isAgain }: { isAgain: boolean }) {
    if (check.isPending) return;
    if (form.validate().hasErrors) return goToField(missing[0]?.field);
    setWrong([]);
    const answer = await check.run({ values: form.values, referralId, answer271, isAgain });
    onAsked();
    if (!answer) return;
    const to = resultPath({ Verdict: verdictOf(answer, answer.Category) });
    if (to !== undefined) return void navigate({ to, search: { check: answer.CheckId } });
    form.setErrors(errorsOf(answer.Findings));
    setWrong(answer.Findings);
    goToField(answer.Findings.find(({ Field }) => Field !== undefined)?.Field);
  }

  return (
    <form
      noValidate
      aria-label="Eligibility check"
      className="check-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ isAgain: false });
      }}
    >
      <WrongInput findings={wrong} />
      <div ref={fields}>
        <CheckFields form={form} />
        <PasteAnswer value={answer271} onChange={setAnswer271} />
      </div>
      <NotAnswered
        error={check.error}
        isPending={check.isPending}
        onAsk={() => void submit({ isAgain: true })}
      />
      <div className="check-send">
        <Button type="submit" loading={check.isPending}>
          {answer271.trim() === '' ? 'Check eligibility' : 'Read the pasted response'}
        </Button>
        <MissingFields missing={missing} onGoTo={goToField} />
      </div>
    </form>
  );
}

function goToField(field: string | undefined): void {
  if (field === undefined || !(field in fieldNames)) return;
  const input = document.querySelector(`[data-path="${CSS.escape(field)}"]`);
  if (input instanceof HTMLElement) input.focus();
}

interface MissingFieldsProps {
  missing: ReturnType<typeof troublesIn>;
  onGoTo: (field: CheckField) => void;
}

/** What is still needed to ask, each a way to its field. */
function MissingFields({ missing, onGoTo }: MissingFieldsProps) {
  if (missing.length === 0) return <SettledOutput className="soft small" text="Ready to ask." />;
  const fields = missing.length === 1 ? '1 field' : `${missing.length} fields`;
  return (
    <div className="missing-fields small">
      <SettledOutput text={`${fields} to fill or correct before eligibility can be checked:`} />
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

interface PasteAnswerProps {
  value: string;
  onChange: (text: string) => void;
}

/** For an answer from another portal: it is judged by the same rules and shown on the same pages. */
function PasteAnswer({ value, onChange }: PasteAnswerProps) {
  return (
    <details className="paste-answer">
      <summary>I already have the response (X12 271)</summary>
      <Textarea
        label="Medicare response"
        description="As text, from ISA to IEA. Medicare is not contacted again, and the text is not saved."
        rows={6}
        resize="vertical"
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </details>
  );
}

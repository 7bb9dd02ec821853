import { Group, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import { focusField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { type Form as FormOf, useOwnForm } from '../../../ui/form/use-form.ts';
import { SettledOutput } from '../../../ui/feedback/settled-output.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { resultPath } from '../result/verdicts.ts';
import { CheckFields } from './check-fields.tsx';
import { NotAnswered, WrongInput } from './check-messages.tsx';
import { CheckQuestion, type CheckValues, fieldNames, troublesIn } from './check-values.ts';
import { type CheckAnswer, type LookUp, useCheck } from './use-check.ts';
import { LookUpNumber } from './look-up-number.tsx';
import styles from './check.module.css';

type Findings = CheckAnswer['Findings'];

interface CheckFormProps {
  initial: CheckValues;
  referralId: string | undefined;
  /** Findings of an earlier check with these values that Medicare could not use. */
  initialFindings: Findings;
  /** Called after every check, because each is in the history. */
  onAsked: () => void;
}

export function CheckForm({ initial, referralId, initialFindings, onAsked }: CheckFormProps) {
  const navigate = useNavigate();
  const check = useCheck();
  const [answer271, setAnswer271] = useState('');
  const [wrong, setWrong] = useState(initialFindings);
  const isAgain = useRef(false);
  const { data: rules } = useRead(medicareEligibilityApi.settings, {});
  const form: FormOf<CheckValues> = useOwnForm({
    schema: CheckQuestion,
    initial,
    errors: errorsOf(initialFindings),
    save: ({ values: question }) => ask({ question, answer271, isAgain: isAgain.current }),
    onSaved: ({ to, ...search }) => void navigate({ to, search }),
  });

  async function ask(asked: Omit<Parameters<typeof check.run>[0], 'referralId'>) {
    setWrong([]);
    const answer = await check.run({ ...asked, referralId });
    onAsked();
    if (!answer) return undefined;
    const to = resultPath({ Verdict: verdictOf(answer, answer.Category) });
    if (to !== undefined) return { to, check: answer.CheckId };
    form.refuse(errorsOf(answer.Findings));
    setWrong(answer.Findings);
    return undefined;
  }

  async function lookUp(by: LookUp) {
    const question = { ...form.values, Mbi: '' };
    const found = await ask({ question, answer271: '', isAgain: true, lookUp: by });
    if (found) void navigate({ to: found.to, search: { check: found.check } });
  }

  async function askAgain() {
    isAgain.current = true;
    await form.submit();
    isAgain.current = false;
  }

  return (
    <>
      <WrongInput findings={wrong} />
      <Form
        of={form}
        label="Eligibility check"
        submit={answer271.trim() === '' ? 'Check eligibility' : 'Read the pasted response'}
        leaves
        // Leaving an unsent form loses nothing that matters.
        isUnsaved={() => false}
        aside={<MissingFields missing={troublesIn(form.values)} />}
      >
        <CheckFields form={form} isPractice={rules?.AskedOf.Provider === 'sandbox'} />
        {rules?.SettingsEligibilityInfo.MbiLookUp && <LookUpNumber values={form.values} onLookUp={lookUp} />}
        <PasteAnswer value={answer271} onChange={setAnswer271} />
        <NotAnswered error={check.error} isPending={form.isSaving} onAsk={() => void askAgain()} />
      </Form>
    </>
  );
}

/** Errors by the field that Medicare names. */
const errorsOf = (findings: Findings) =>
  new Map(
    findings.flatMap(({ Field, Text }): [string, string][] => (Field === undefined ? [] : [[Field, Text]])),
  );

/** Lists the fields that the check still needs, each with a link to it. */
function MissingFields({ missing }: { missing: ReturnType<typeof troublesIn> }) {
  if (missing.length === 0) return <SettledOutput className="soft small" text="Ready to check." />;
  const fields = missing.length === 1 ? '1 field' : `${missing.length} fields`;
  return (
    <Group gap="sm" className="small">
      <SettledOutput text={`${fields} to complete or correct before the check:`} />
      <Group component="ul" gap="sm">
        {missing.map(({ field }) => (
          <li key={field}>
            <button type="button" className="text-button" onClick={() => focusField(field)}>
              {fieldNames[field]}
            </button>
          </li>
        ))}
      </Group>
    </Group>
  );
}

interface PasteAnswerProps {
  value: string;
  onChange: (text: string) => void;
}

/** For a response from another portal. It is classified by the same rules and shown on the same pages. */
function PasteAnswer({ value, onChange }: PasteAnswerProps) {
  return (
    <details className={styles['paste']}>
      <summary>Paste a 271 response</summary>
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

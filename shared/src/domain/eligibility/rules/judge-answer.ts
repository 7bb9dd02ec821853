import { classify, incomplete, type NotCompleted, type Verdict } from './classify.ts';
import type { Inquiry } from '../answer/inquiry.ts';
import { parse271 } from '../x12/parse-271.ts';
import type { EligibilitySettings } from './settings.ts';

/** From the payer's text to the verdict; the same for every provider. */
export function judgeAnswer(
  raw271: string,
  {
    inquiry,
    settings,
    trace,
  }: { inquiry: Inquiry; settings: EligibilitySettings; trace?: string | undefined },
): Verdict | NotCompleted {
  const answer = parse271(raw271);
  if (answer.kind === '271') {
    const { facts } = answer;
    // A rejection above the subscriber carries no trace; any other must be the one we asked with.
    if (trace !== undefined && facts.trace !== '' && facts.trace !== trace)
      return incomplete('What came back is the answer to another question.');
    return classify({ facts, inquiry, settings });
  }
  if (answer.kind === 'notX12') return incomplete(`What came back is not an X12 answer: ${answer.why}.`);
  return incomplete(
    answer.transaction === 'none'
      ? 'What came back holds no answer.'
      : `The payer's system acknowledged or refused the question (${answer.transaction}) without answering it.`,
  );
}

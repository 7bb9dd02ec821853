import { Textarea } from '@mantine/core';

interface PasteAnswerProps {
  value: string;
  onChange: (text: string) => void;
}

/** For an answer from another portal: it is judged by the same rules and shown on the same pages. */
export function PasteAnswer({ value, onChange }: PasteAnswerProps) {
  return (
    <details className="paste-answer">
      <summary>I have the answer already (X12 271)</summary>
      <Textarea
        label="Answer of Medicare"
        description="As text, from ISA to IEA. Medicare is not asked again, and the text is not kept."
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

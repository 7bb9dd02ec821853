/** Matches the tags of a Word document's fields, each with the text behind it. */
const fieldTags =
  /<(\/?)(?:[^\s<>:/]+:)?(instrText|delInstrText|fldChar|fldSimple)\b((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>([^<]*)(<[!?])?/g;

/** A placeholder for the result of a nested field, which only Word knows. */
const RESULT = '\0';

/** These fields start a program, or read its data. */
const startsProgram = /^\s*(?:DDE|DDEAUTO|LINK|DATABASE|MACROBUTTON)\b/i;
const mayFetch = /^\s*(?:INCLUDEPICTURE|INCLUDETEXT|IMPORT|INCLUDE|RD)\b/i;
const elsewhere = /(?:https?|ftps?|file):|[\\/]{2}/i;

interface Field {
  instruction: string;
  /** True when the text that follows is the field's last result. */
  isOver: boolean;
}

/** Whether Word runs or fetches something for a field of this part, even when its instruction is split. */
export function hasActiveField(text: string): boolean {
  const open: Field[] = [];
  for (const [, slash, name, attributes = '', behind = '', markup] of text.matchAll(fieldTags)) {
    if (slash !== '') continue;
    if (name === 'fldSimple' && isActive(simpleInstruction(attributes))) return true;
    if (name === 'fldChar' && turnsActive(open, charType(attributes))) return true;
    if (name?.toLowerCase().endsWith('instrtext') !== true) continue;
    // Word writes no comments into an instruction, and one would hide the text behind it.
    if (markup !== undefined) return true;
    write(open, behind);
  }
  return open.some(({ instruction }) => isActive(instruction));
}

function simpleInstruction(attributes: string): string {
  const simple = /(?<![^\s:])instr\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  return simple?.[1] ?? simple?.[2] ?? '';
}

const charType = (attributes: string) => /fldCharType\s*=\s*["']\s*(\w+)/.exec(attributes)?.[1];

function turnsActive(open: Field[], type: string | undefined): boolean {
  const field = open.at(-1);
  if (type === 'begin') open.push({ instruction: '', isOver: false });
  if (type === 'separate' && field) field.isOver = true;
  if (type !== 'end' || !field) return false;
  open.pop();
  if (open.length > 0) write(open, RESULT);
  return isActive(field.instruction);
}

/** Text outside any field is judged as the beginning of one. */
function write(open: Field[], text: string): void {
  if (open.length === 0) open.push({ instruction: '', isOver: false });
  const field = open.at(-1);
  if (field && !field.isOver) field.instruction += text;
}

/** A field whose own name is the result of another one hides its purpose. */
function isActive(written: string): boolean {
  const instruction = decoded(written);
  if (/^\s*\w*\0/.test(instruction) || startsProgram.test(instruction)) return true;
  return mayFetch.test(instruction) && (elsewhere.test(instruction) || instruction.includes(RESULT));
}

const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

const named: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

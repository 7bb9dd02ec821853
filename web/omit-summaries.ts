import { parseSync, Visitor, type Plugin } from 'vite';

/**
 * What a call does, in words, is for the API's own document: the web sends calls and never says what they do. Blanks in
 * their place keep every line where it was.
 */
export function omitSummaries(): Plugin {
  return {
    name: 'omit-summaries',
    apply: 'build',
    transform: {
      filter: { id: /shared\/src\/contract\/.*\.ts$/ },
      handler(code, id) {
        const { program } = parseSync(id, code, { lang: 'ts' });
        let kept = code;
        new Visitor({
          Property({ key, value, start, end }) {
            if (key.type !== 'Identifier' || key.name !== 'summary') return;
            if (!isText(value)) throw new Error(`${id}: a summary that is no text`);
            const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
            const blank = code.slice(start, end + comma).replace(/[^\n]/g, ' ');
            kept = kept.slice(0, start) + blank + kept.slice(end + comma);
          },
        }).visit(program);
        return { code: kept, map: null };
      },
    },
  };
}

function isText(value: { type: string }): boolean {
  return ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(value.type);
}

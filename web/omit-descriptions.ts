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

/**
 * Zod can describe each schema as JSON Schema, for documents. The web only parses, but Zod refers to these functions
 * from every schema, so no bundler drops them.
 */
export function omitJsonSchemas(): Plugin {
  return {
    name: 'omit-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        if (names.length === 0) throw new Error('Zod declares its descriptions in another way');
        const omitted = names.map((name) => `export const ${name} = omitted;`);
        return { code: ['const omitted = () => omitted;', ...omitted].join('\n'), map: null };
      },
    },
  };
}

function isText(value: { type: string }): boolean {
  return ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(value.type);
}

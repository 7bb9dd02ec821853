import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';

// A part of `npm run check`: the API document by the rules that Redocly recommends.

const config = await createConfig({ extends: ['recommended'] });
const source = JSON.stringify(openApiDocument('1'));
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
for (const { severity, ruleId, message, location } of problems)
  process.stdout.write(`${severity} ${ruleId} at ${location[0]?.pointer ?? '#/'}: ${message}\n`);
process.stdout.write(`API document: ${problems.length} findings, ${Math.round(source.length / 1000)} kB\n`);
process.exitCode = problems.length === 0 && source.length <= 400_000 ? 0 : 1;

import { expect, test } from 'vitest';
import { parseRoute, splitPath } from './route-template.ts';

test.each([
  ['api/referrals', '/API/Referrals/', {}],
  ['api/referrals', '/api/referrals/1', undefined],
  ['api/{id}', '/api/a%2Fb', { id: 'a/b' }],
  ['api/{id}', '/api/', undefined],
  ['api/{id}', '/api/100%', { id: '100%' }],
  ['api/{id?}', '/api', {}],
  ['api/{id:int}', '/api/12', { id: '12' }],
  ['api/{id:int}', '/api/twelve', undefined],
  [
    'api/{id:guid}',
    '/api/6f9619ff-8b86-d011-b42d-00c04fc964ff',
    { id: '6f9619ff-8b86-d011-b42d-00c04fc964ff' },
  ],
  ['api/{id:guid}', '/api/6f9619ff', undefined],
  ['api/{state:alpha:length(2)}', '/api/CT', { state: 'CT' }],
  ['api/{state:alpha:length(2)}', '/api/CTX', undefined],
  ['api/{page:range(1,9)}', '/api/10', undefined],
  ['api/{*rest}', '/api/a/b', { rest: 'a/b' }],
  ['api/{*rest}', '/api', {}],
  ['api/{name}.{ext}', '/api/report.csv', { name: 'report', ext: 'csv' }],
  ['api/update{state}', '/api/UpdateCT', { state: 'CT' }],
])('%s matched with %s', (template, path, parameters) => {
  expect(parseRoute(template).match(splitPath(path))).toEqual(parameters);
});

test.each(['{id:regex(a)}', '{id=5}', '{id:datetime}'])('%s is refused', (template) => {
  expect(() => parseRoute(template)).toThrow('not supported by the local host');
});

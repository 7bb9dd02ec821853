// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { memo, type ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { insurancesApi } from '@handoff/shared/contract/parties';
import type { Insurance } from '@handoff/shared/domain/agency/directory';
import { talkTo } from '../../testing/talk-to.ts';
import { accessTo, ApiContext } from '../use-api.ts';
import { useList } from './use-list.ts';

afterEach(cleanup);

const ROWS = 300;
const insurances = (changed?: number) =>
  Array.from({ length: ROWS }, (_, n) => ({
    Id: `i${n}`,
    Etag: n === changed ? '2' : '1',
    Name: `Plan ${n}`,
    PlanType: 'HMO',
    PayerId: '60054',
    Rank: 'Primary',
    PaysBeforeMedicare: false,
    ContractedPayerId: 'p',
    UpdatedAt: `2026-11-26T10:00:0${n === changed ? 2 : 1}Z`,
    UpdatedBy: { Id: 'u', FullName: 'Una' },
  }));
const answer = (changed?: number) => ({
  status: 200,
  body: { InsurancesInfo: insurances(changed), Continuation: null },
});

test('a list that is read again renders only the rows that changed', async () => {
  const { client, seen } = await talkTo([answer(), answer(), answer(7)]);
  const rendered: string[] = [];
  const Row = memo(({ row }: { row: Insurance }) => {
    rendered.push(row.Id);
    return <li>{row.Name}</li>;
  });
  function List(): ReactNode {
    const list = useList(insurancesApi.list, { query: {} }, ({ InsurancesInfo }) => InsurancesInfo);
    rendered.push('list');
    return (
      <>
        <button type="button" onClick={() => void list.refresh()}>
          Refresh
        </button>
        {list.data?.map((row) => (
          <Row key={row.Id} row={row} />
        ))}
      </>
    );
  }
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <ApiContext value={accessTo(client, 'domain-a')}>
        <List />
      </ApiContext>
    </SWRConfig>,
  );
  await waitFor(() => expect(rendered).toContain(`i${ROWS - 1}`));
  rendered.length = 0;

  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(rendered).toEqual([]);

  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(rendered).toContain('i7'));
  expect(rendered.filter((each) => each !== 'list')).toEqual(['i7']);
});

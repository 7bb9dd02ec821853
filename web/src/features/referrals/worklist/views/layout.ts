import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod';
import { type SavedView, worklistColumns, WorklistLayout } from '@handoff/shared/domain/referral/saved-view';
import { useCurrentPerson } from '../../../../lib/current-person.ts';

export const standardLayout: WorklistLayout = { Columns: [...worklistColumns], Density: 'Regular' };

/** By saved view; the empty name is for every other list. */
const Layouts = z.record(z.string(), WorklistLayout);
type Layouts = z.infer<typeof Layouts>;

/** What a person chose, in this browser; over a saved view it stands until the view is saved or put back. */
export function useLayout(view: SavedView | undefined) {
  const { id } = useCurrentPerson();
  const [layouts, setLayouts] = useLocalStorage<Layouts>({
    key: `handoff.worklist-layouts.${id}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: read,
  });
  const name = view?.Id ?? '';
  const chosen = layouts[name];
  return {
    layout: chosen ?? view?.Layout ?? standardLayout,
    isChanged: chosen !== undefined,
    choose: (layout: WorklistLayout) => setLayouts((former) => ({ ...former, [name]: layout })),
    reset: () => setLayouts(({ [name]: _former, ...others }) => others),
  };
}

/** What an older version of the page has kept, or someone has edited, is forgotten. */
function read(text: string | undefined): Layouts {
  try {
    return Layouts.catch({}).parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

export type ShownLayout = ReturnType<typeof useLayout>;

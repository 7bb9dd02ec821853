import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod';
import { type SavedView, worklistColumns, WorklistLayout } from '@handoff/shared/domain/referral/saved-view';
import { useCurrentPerson } from '../../../../data/current-person.ts';

/** Without the documents, which the checks show, too, and the dates of admissions, which begin after intake. */
export const standardLayout: WorklistLayout = {
  Columns: worklistColumns.filter((name) => name !== 'Documents' && name !== 'NextDate'),
  Density: 'Regular',
};

/** By id of the saved view; the empty string is for all other lists. */
const Layouts = z.record(z.string(), WorklistLayout);
type Layouts = z.infer<typeof Layouts>;

/** A person's layout, stored in this browser. It overrides a saved view's until the view is saved or reset. */
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

/** Ignores layouts written by an older version, or edited by hand. */
function read(text: string | undefined): Layouts {
  try {
    return Layouts.catch({}).parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

export type ShownLayout = ReturnType<typeof useLayout>;

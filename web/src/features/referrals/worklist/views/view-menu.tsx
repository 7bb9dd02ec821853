import { ActionIcon, Button } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconDots } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { savedViewsApi } from '@handoff/shared/contract/referrals/saved-views';
import type { SavedView } from '@handoff/shared/domain/referral/saved-view';
import { lastLeft, useVisitor } from '../../../../data/last-visit.ts';
import { useAction } from '../../../../data/send/outbox.ts';
import { useCurrentPerson, useMay } from '../../../../data/current-person.ts';
import { showOffer, showSuccess } from '../../../../data/toasts.ts';
import { useSettings } from '../../../../data/use-settings.ts';
import { formatMoment } from '../../../../text/format.ts';
import { Menu, MenuDivider, MenuItem, MenuLabel, MenuLink } from '../../../../ui/menu.tsx';
import { addressOf, type Selection } from '../worklist-selection.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { ShownLayout } from './layout.ts';
import { isAsSaved, savedQueryOf } from './saved-query.ts';
import styles from './views.module.css';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

interface ViewMenuProps {
  selection: Selection;
  view: SavedView | undefined;
  layout: ShownLayout;
}

/** Actions on the view that is shown. */
export function ViewMenu({ selection, view, layout }: ViewMenuProps) {
  const [dialog, setDialog] = useState<'new' | 'edit' | undefined>();
  const current = { ...savedQueryOf(selection), Layout: layout.layout };
  const close = () => setDialog(undefined);
  return (
    <div className={styles['actions']}>
      <PhoneViews view={view} onNew={() => setDialog('new')} />
      <ColumnsMenu layout={layout} />
      {view ? (
        <OpenView {...{ selection, view, layout, current }} onDialog={setDialog} />
      ) : (
        <Button
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} aria-hidden="true" />}
          onClick={() => setDialog('new')}
        >
          Save view
        </Button>
      )}
      <Suspense>
        {dialog === 'new' && <ViewDialog current={current} onSaved={layout.reset} onClose={close} />}
        {dialog === 'edit' && view && <ViewDialog view={view} current={current} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface MoreViewsProps {
  /** What others changed is on screen. */
  isChanges: boolean;
  /** The number of drafts. */
  drafts: ReactNode;
}

/** After the views: what others changed since this person left, for the change of shifts, and the drafts. */
export function MoreViews({ isChanges, drafts }: MoreViewsProps) {
  const mayEdit = useMay('referrals.edit');
  const visitor = useVisitor();
  const [changed] = useState(() => new Date(lastLeft(visitor)).toISOString());
  return (
    <>
      <Link
        to="/referrals"
        search={addressOf({ view: 'All', sort: 'UpdatedNewest', changed })}
        activeOptions={{ exact: true, explicitUndefined: true }}
        aria-current={isChanges ? 'page' : undefined}
        title={`What others changed since ${formatMoment(changed)}`}
      >
        Changed
      </Link>
      {mayEdit && <Link to="/referrals/drafts">Drafts{drafts}</Link>}
    </>
  );
}

interface PhoneViewsProps {
  view: SavedView | undefined;
  onNew: () => void;
}

/** On a phone the saved views are far along the strip of tabs, so one button lists them. */
function PhoneViews({ view, onNew }: PhoneViewsProps) {
  const { savedViews } = useSettings();
  return (
    <Menu
      width={188}
      renderButton={(opener) => (
        <ActionIcon
          {...opener}
          size="lg"
          className={styles['saved'] ?? ''}
          aria-label="Saved views"
          data-on={view !== undefined}
        >
          <IconBookmark size={20} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      <MenuLabel>{savedViews.length === 0 ? 'No saved views' : 'Saved views'}</MenuLabel>
      {savedViews.map(({ Id, Name }) => (
        <MenuLink
          key={Id}
          to="/referrals"
          search={{ saved: Id }}
          aria-current={Id === view?.Id ? 'page' : undefined}
        >
          {Name}
        </MenuLink>
      ))}
      <MenuDivider />
      <MenuItem onClick={onNew}>Save view…</MenuItem>
    </Menu>
  );
}

interface OpenViewProps extends ViewMenuProps {
  view: SavedView;
  current: Pick<SavedView, 'Filters' | 'Sort' | 'Layout'>;
  onDialog: (dialog: 'new' | 'edit') => void;
}

function OpenView({ selection, view, layout, current, onDialog }: OpenViewProps) {
  const isManager = useMay('lists.edit');
  const { id: me } = useCurrentPerson();
  const { reading } = useSettings();
  const navigate = useNavigate();
  const update = useAction(savedViewsApi.update);
  const remove = useAction(savedViewsApi.remove);
  const restore = useAction(savedViewsApi.create);
  const mayEdit = view.Author.Id === me || (view.Shared && isManager);
  const isChanged = layout.isChanged || !isAsSaved(selection, view);
  const asSaved = { to: '/referrals', search: { saved: view.Id } } as const;

  async function save() {
    const saved = await update.run({ body: { Id: view.Id, ...current } });
    if (!saved.ok) return;
    await reading.refresh();
    layout.reset();
    await navigate({ ...asSaved, replace: true });
  }

  async function forget() {
    const removed = await remove.run({ body: { Id: view.Id } });
    if (!removed.ok) return;
    await navigate({ to: '/referrals', search: {}, replace: true });
    await reading.refresh();
    const { Name, Shared, Filters, Sort, Layout } = view;
    showOffer({
      text: `${Name} is no longer a view.`,
      button: 'Undo',
      onTake: () => void restore.run({ body: { Name, Shared, Filters, Sort, Layout } }),
    });
  }

  async function copyLink() {
    await navigator.clipboard.writeText(`${location.origin}/referrals?saved=${encodeURIComponent(view.Id)}`);
    showSuccess('Link copied');
  }

  return (
    <>
      {isChanged && <span className="soft small">Changed</span>}
      {isChanged && mayEdit && (
        <Button loading={update.isPending} onClick={() => void save()}>
          Save changes
        </Button>
      )}
      <Menu
        width={188}
        renderButton={(opener) => (
          <Button
            {...opener}
            variant="subtle"
            leftSection={<IconDots size={16} aria-hidden="true" />}
            loading={remove.isPending}
          >
            View
          </Button>
        )}
      >
        {isChanged && (
          <MenuItem
            onClick={() => {
              layout.reset();
              void navigate(asSaved);
            }}
          >
            Show as saved
          </MenuItem>
        )}
        <MenuItem onClick={() => onDialog('new')}>Save as new view…</MenuItem>
        {mayEdit && <MenuItem onClick={() => onDialog('edit')}>Rename or share…</MenuItem>}
        <MenuItem onClick={() => void copyLink()}>Copy link</MenuItem>
        {mayEdit && <MenuDivider />}
        {mayEdit && (
          <MenuItem isDangerous onClick={() => void forget()}>
            Delete view
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { isOffered, ListName } from '@handoff/shared/domain/agency/list-settings';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useSettings } from '../../../data/use-settings.ts';
import { listKinds } from './list-kinds.ts';
import type { ListsSearch } from './lists-search.ts';
import { ListPanel } from './list-panel.tsx';
import styles from './lists.module.css';

const order: readonly ListName[] = [
  'SettingsReferralStatusesInfo',
  'SettingsEligibilityStatusesInfo',
  'SettingsDeclineReasonsInfo',
  'SettingsDisciplinesInfo',
  'SettingsDocumentTypesInfo',
];

export function ListsPage() {
  const { reading } = useSettings();
  const { list: name = 'SettingsReferralStatusesInfo', edit }: ListsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <div className={`page ${styles['page']}`}>
      <PageHeading title="Lists" />
      <Reading of={reading}>
        {(settings) => (
          <Tabs
            value={name}
            keepMounted={false}
            onChange={(list) =>
              void navigate({
                to: '.',
                search: (former) => ({ ...former, list: ListName.parse(list), edit: undefined }),
              })
            }
          >
            <Tabs.List aria-label="Lists">
              {order.map((each) => (
                <Tabs.Tab
                  key={each}
                  value={each}
                  rightSection={
                    <span className="soft number">{settings[each].filter(isOffered).length}</span>
                  }
                >
                  <span className="tab-name" data-name={listKinds[each].title}>
                    {listKinds[each].title}
                  </span>
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={name}>
              <ListPanel
                key={name}
                name={name}
                open={edit}
                onOpen={(id) =>
                  void navigate({ to: '.', search: (former) => ({ ...former, list: name, edit: id }) })
                }
              />
            </Tabs.Panel>
          </Tabs>
        )}
      </Reading>
    </div>
  );
}

import { edit, type EditableEntry } from '../../../writes/edit.ts';
import { categoryOfAgency, settingsOf } from './agency-records.ts';
import {
  ELIGIBILITY_SETTINGS,
  eligibilitySettingsKind,
  type StoredSettings,
} from '../../../records/kinds/eligibility-records.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';

type Calls = MedicareHandlers;

export const readSettings: Calls['settings'] = async (
  _input,
  { find, system, caller, eligibility: { provider } },
) => ({
  ...(await settingsOf({ find, system, domainId: caller.businessDomainId })),
  AskedOf: { Provider: provider.name, Label: provider.label },
  DefaultCategory: await categoryOfAgency({ system, caller }),
});

const settings: EditableEntry<StoredSettings> = {
  what: 'these settings',
  announce: 'settings',
  shown: ({ Id, Etag, Settings }) => ({ Id, Etag, ...Settings }),
  audited: ({ Settings }) => Settings,
  async find({ caller, work, system }) {
    const domainId = caller.businessDomainId;
    const { SettingsEligibilityInfo, Etag } = await settingsOf({ find: work, system, domainId });
    return { Id: ELIGIBILITY_SETTINGS, Etag, Settings: SettingsEligibilityInfo };
  },
  async store({ work }, _id, stored) {
    if (stored) await work.put(eligibilitySettingsKind, stored);
  },
};

export const updateSettings: Calls['updateSettings'] = async ({ body }, context) => {
  const wanted = body.SettingsEligibilityInfo;
  const { Settings, Etag } = await edit(context, settings, {
    action: 'settings.updated',
    asked: { Id: ELIGIBILITY_SETTINGS, Etag: body.Etag },
    patch: () => wanted,
    change: (before) => ({ ...before, Settings: wanted }),
  });
  return { SettingsEligibilityInfo: Settings, Etag };
};

import { Button } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { worklistColumns, WorklistLayout } from '@handoff/shared/domain/referral/saved-view';
import { Menu, MenuChoice, MenuDivider, MenuItem, MenuLabel } from '../../../../ui/menu.tsx';
import { columnNames } from '../worklist-columns.tsx';
import { type ShownLayout, standardLayout } from './layout.ts';

const densities = WorklistLayout.shape.Density;

/** Chooses the columns of the list and the height of its rows. */
export function ColumnsMenu({ layout: shown }: { layout: ShownLayout }) {
  const { layout, choose } = shown;
  const { Columns, Density } = layout;
  return (
    <Menu
      width={164}
      renderButton={(opener) => (
        <Button {...opener} variant="subtle" leftSection={<IconColumns size={16} aria-hidden="true" />}>
          Columns
        </Button>
      )}
    >
      <MenuLabel>Columns</MenuLabel>
      {worklistColumns.map((name) => (
        <MenuChoice
          key={name}
          kind="checkbox"
          isChecked={Columns.includes(name)}
          staysOpen
          onClick={() =>
            choose({
              Density,
              // In screen order, however they were chosen.
              Columns: worklistColumns.filter((each) => Columns.includes(each) !== (each === name)),
            })
          }
        >
          {columnNames[name]}
        </MenuChoice>
      ))}
      <MenuDivider />
      <MenuLabel>Row height</MenuLabel>
      {densities.options.map((density) => (
        <MenuChoice
          key={density}
          kind="radio"
          isChecked={density === Density}
          staysOpen
          onClick={() => choose({ Columns, Density: density })}
        >
          {density}
        </MenuChoice>
      ))}
      {JSON.stringify(layout) !== JSON.stringify(standardLayout) && (
        <>
          <MenuDivider />
          <MenuItem onClick={() => choose(standardLayout)}>Standard columns and rows</MenuItem>
        </>
      )}
    </Menu>
  );
}

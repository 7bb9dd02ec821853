import { Button, Menu } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { worklistColumns, WorklistLayout } from '@handoff/shared/domain/referral/saved-view';
import { columnNames } from '../worklist-columns.tsx';
import { type ShownLayout, standardLayout } from './layout.ts';

const densities = WorklistLayout.shape.Density;

/** Chooses the columns of the list and the height of its rows. */
export function ColumnsMenu({ layout: shown }: { layout: ShownLayout }) {
  const { layout, choose } = shown;
  const { Columns, Density } = layout;
  return (
    <Menu position="bottom-end" width={200} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconColumns size={16} aria-hidden="true" />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {worklistColumns.map((name) => (
          <Menu.CheckboxItem
            key={name}
            checked={Columns.includes(name)}
            onChange={(isShown) =>
              choose({
                Density,
                // In screen order, however they were chosen.
                Columns: worklistColumns.filter((each) => (each === name ? isShown : Columns.includes(each))),
              })
            }
          >
            {columnNames[name]}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Label>Row height</Menu.Label>
        <Menu.RadioGroup
          value={Density}
          onChange={(density) => choose({ Columns, Density: densities.parse(density) })}
        >
          {densities.options.map((density) => (
            <Menu.RadioItem key={density} value={density}>
              {density}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {JSON.stringify(layout) !== JSON.stringify(standardLayout) && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => choose(standardLayout)}>Standard columns and rows</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

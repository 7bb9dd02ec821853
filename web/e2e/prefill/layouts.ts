import { faxLetter, labelsAbove, tableRows, twoColumns } from './forms.ts';
import type { Layout } from './layout.ts';
import { authorization, faceSheet, physicianOrder, transferForm } from './papers.ts';

/** None of them is a layout of the tests of the rules. */
export const layouts: Readonly<Record<string, Layout>> = {
  'two columns': twoColumns,
  'labels above': labelsAbove,
  'table rows': tableRows,
  'fax letter': faxLetter,
  'face sheet': faceSheet,
  'physician order': physicianOrder,
  authorization,
  'transfer form': transferForm,
};

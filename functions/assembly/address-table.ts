// The inner loop of the import, which touches every byte of the file. `npm run build table` compiles it to WebAssembly.
// functions/src/features/address-import/table/README.md explains its layout, and names the file that calls it.

export {
  acceptZip,
  configure,
  rejectZip,
  linesTaken,
  reserve,
  rowsKept,
  rowsPadded,
  rowsTaken,
  stateRejects,
  takeLines,
  zipRejects,
} from './lines';
export { rejectSpelling, rowsOf, addVerdict } from './verdicts';
export { clearReport, reportAt, reportLength } from './reject-lines';
export { countLocality, crowdedGroup, numberText, street } from './addresses';
export { addRow } from './groups';
export { hasTooManyTexts } from './texts';
export { allocate } from './memory';
export { localityCountOf, localitiesOf } from './sorting';
export { close, writeGroup, writtenGroup } from './documents';

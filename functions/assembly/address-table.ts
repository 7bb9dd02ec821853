// The part of an import that touches every byte of the file, in AssemblyScript: compiled to WebAssembly by
// `npm run build:table`. `address-table.ts` of the import says what it does, and is the only one that calls it.

export {
  acceptZip,
  configure,
  judgeZip,
  linesKept,
  linesTaken,
  reserve,
  statesJudged,
  takeLines,
  zipsJudged,
} from './lines';
export { judgeSpelling, rowsOf, useVerdict } from './verdicts';
export { clearReport, reportAt, reportLength } from './reject-lines';
export { countPlace, crowdedGroup, numberText, street } from './addresses';
export { addRow } from './groups';
export { hasTooManyTexts } from './texts';
export { allocate } from './memory';
export { placeCountOf, placesOf } from './sorting';
export { close, writeGroup, writtenGroup } from './documents';

import {
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFField,
  type PDFForm,
  type PDFPage,
} from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';

const POINTS = 0.75;
const HEIGHT = 1056;

/** What lies below the fields. */
export type Ground = 'text' | 'picture' | 'flattened';

/** Puts fields with the shown values where the page has room for them, as a program for forms does. */
export async function withFields(
  page: Page,
  printed: Uint8Array,
  ground: Ground,
): Promise<Uint8Array<ArrayBuffer>> {
  const places = await page.evaluate(placesOfFields);
  const pdf = ground === 'picture' ? await overPictures(page) : await PDFDocument.load(printed);
  const form = pdf.getForm();
  const sheets = pdf.getPages();
  for (const place of places) {
    const sheet = sheets[Math.floor(place.top / HEIGHT)];
    if (sheet) addField(form, sheet, place);
  }
  if (ground === 'flattened') form.flatten();
  return new Uint8Array(await pdf.save());
}

interface Place {
  name: string;
  hint: string;
  kind: string;
  value: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

function addField(form: PDFForm, sheet: PDFPage, place: Place): void {
  const { name, kind, value } = place;
  const at = {
    x: place.left * POINTS,
    y: 792 - ((place.top % HEIGHT) + place.height) * POINTS,
    width: place.width * POINTS,
    height: place.height * POINTS,
    borderWidth: 0.5,
  };
  if (kind === 'check') {
    const box = form.createCheckBox(name);
    box.addToPage(sheet, at);
    if (value === 'on') box.check();
    describe(box, place);
  } else if (kind === 'radio') {
    const [option = '', state] = value.split('|');
    const group = form.getFieldMaybe(name) ? form.getRadioGroup(name) : form.createRadioGroup(name);
    group.addOptionToPage(option, sheet, at);
    if (state === 'on') group.select(option);
    describe(group, place);
  } else {
    const field = form.createTextField(name);
    field.setText(value);
    field.addToPage(sheet, at);
    field.setFontSize(8);
    describe(field, place);
  }
}

/** The text that a program shows and reads aloud for the field. */
function describe(field: PDFField, { hint }: Place): void {
  if (hint !== '') field.acroField.dict.set(PDFName.of('TU'), PDFHexString.fromText(hint));
}

async function overPictures(page: Page): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  for (const section of await page.locator('section').all()) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const picture = await pdf.embedJpg(await section.screenshot({ type: 'jpeg', quality: 70 }));
    pdf.addPage([612, 792]).drawImage(picture, { x: 0, y: 0, width: 612, height: 792 });
  }
  return pdf;
}

/** Runs inside the page. */
function placesOfFields(): Place[] {
  return [...document.querySelectorAll<HTMLElement>('[data-field]')].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const { field = '', hint = '', kind = '', value = '' } = element.dataset;
    return { name: field, hint, kind, value, left, top: top + scrollY, width, height };
  });
}

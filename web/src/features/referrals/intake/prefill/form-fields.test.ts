import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { readDocument } from '@handoff/shared/reading/read-document';
import { wordsOfForm } from './form-fields.ts';
import { wordsOfPages } from './text-layer.ts';

test('the values of a form without printed labels are read by the names of its fields', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([600, 800]);
  const form = pdf.getForm();
  const texts = {
    'Form[0].Patient_LastName[0]': 'van der Doe',
    'Form[0].Patient_FirstName[0]': 'Jane',
    DateOfBirth: '03/06/1949',
    'Treatment Team Ordering Provider': 'Olive Orderdemo, MD',
    'Treatment Team NPI': '1427038314',
    'Referral Source Phone_2': '860-555-0107',
  };
  for (const [at, [name, value]] of Object.entries(texts).entries()) {
    const field = form.createTextField(name.replaceAll('.', ' '));
    field.setText(value);
    field.addToPage(page, { x: 60, y: 700 - at * 30, width: 200, height: 16 });
  }
  for (const [at, name] of [
    'Services Skilled Nursing',
    'Services Physical Therapy',
    'Services HHA',
  ].entries()) {
    const box = form.createCheckBox(name);
    box.addToPage(page, { x: 60, y: 400 - at * 30, width: 10, height: 10 });
    if (at !== 1) box.check();
  }
  const group = form.createRadioGroup('Homebound');
  for (const [at, answer] of ['Yes', 'No'].entries())
    group.addOptionToPage(answer, page, { x: 300, y: 400 - at * 30, width: 10, height: 10 });
  group.select('No');
  const read = await getDocument({ data: await pdf.save(), verbosity: 0 }).promise;
  const budget = workBudget(() => new Error('too much'));
  const words = await wordsOfPages([await read.getPage(1)], budget);
  const found = readDocument(words, new Date(2026, 10, 27));
  expect(Object.fromEntries(found.map(({ path, value }) => [path, value]))).toEqual({
    'Patient.LastName': 'van der Doe',
    'Patient.FirstName': 'Jane',
    'Patient.DateOfBirth': '1949-03-06',
    'Clinical.OrderingPractitioner': 'Olive Orderdemo, MD',
    'Clinical.OrderingNpi': '1427038314',
    'Clinical.Homebound': 'No',
    'Source.Phone': '(860) 555-0107',
    Services: 'Skilled nursing, Home health aide',
  });
});

test('a field of hundreds of thousands of lines is cut, and the rest of the form is read', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([600, 800]);
  const form = pdf.getForm();
  for (const [at, name] of ['Notes', 'Nothing', 'PatientLastName'].entries())
    form.createTextField(name).addToPage(page, { x: 60, y: 700 - at * 30, width: 200, height: 16 });
  form.getTextField('PatientLastName').setText('Doe');
  const notes = PDFHexString.fromText('a\n'.repeat(400_000));
  form.getTextField('Notes').acroField.dict.set(PDFName.of('V'), notes);
  const bytes = await pdf.save({ updateFieldAppearances: false });
  const read = await getDocument({ data: bytes, verbosity: 0 }).promise;
  const words = await wordsOfForm(
    await read.getPage(1),
    workBudget(() => new Error('too much')),
  );
  expect(words.length).toBeLessThan(6_000);
  expect(words.at(-1)).toMatchObject({ text: 'Doe', field: 'Patient Last Name' });
});

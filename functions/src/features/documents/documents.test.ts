import { api } from '@handoff/shared/contract/api';
import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { blobName, referral, scanned } from '../../testing/examples/example-records.ts';
import { pdf, referralDraft, zipOf } from '../../testing/examples/drafts.ts';
import { HARBOR, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

async function upload(file: File, ReferralId?: string, as: PersonName = 'ana') {
  const fields = { DocumentTypeId: 'orders', ...(ReferralId !== undefined && { ReferralId }) };
  return handoff.call(api.services.uploadFile, { fields, file }, { as });
}

const detail = async (id: string) =>
  (await handoff.call(api.referrals.byId, { query: { id } }, { as: 'vic' })).ok();

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');
const word = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' });
const docxOf = (relations: string) => docx({ 'word/_rels/settings.xml.rels': relations });
function docx(parts: Record<string, string>, types = ''): File {
  const all = {
    '[Content_Types].xml': `<Types>${types}</Types>`,
    'word/document.xml': '<w:document/>',
    ...parts,
  };
  return new File([zipOf(all)], 'letter.docx');
}
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
const inside = (type: string, target: string) => relation(type, target).replace('External', 'Internal');
const docxWith = (body: string) => docx({ 'word/document.xml': `<w:document>${body}</w:document>` });
/** Returns a field as Word writes it, with its instruction in these pieces. */
const instruction = (...pieces: string[]) =>
  [
    '<w:fldChar w:fldCharType="begin"/>',
    ...pieces.map((piece) => (piece.startsWith('<') ? piece : `<w:instrText>${piece}</w:instrText>`)),
    '<w:fldChar w:fldCharType="separate"/><w:t>as shown</w:t><w:fldChar w:fldCharType="end"/>',
  ].join('');
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

/** An application segment and the frame header. */
const jpegOf = (width: number, height: number) =>
  Buffer.from(`ffd8ffe0000600000000ffc2000b08${hex(height)}${hex(width)}01011100ffd9`, 'hex');

/** Two pages of the same height, the second one this wide. */
const tiffOf = (width: number) =>
  Buffer.from(`4d4d002a00000008${tiffPage(1_000, '00000026')}${tiffPage(width, '00000000')}`, 'hex');

const tiffPage = (width: number, next: string) =>
  `00020100000300000001${hex(width)}0000010100040000000100${hex(60_000).padStart(6, '0')}${next}`;

/** One page of 32 by 32 pixels. */
const littlePage = '020000010400010000002000000001010400010000002000000000000000';

/** Directories that each give the whole file as a width; the last one leads back to the first. */
function loopedTiff(bytes: number): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(bytes);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  for (let at = 8; at + 36 < bytes; at += 18) {
    file.writeUInt16LE(1, at);
    file.writeUInt16LE(256, at + 2);
    file.writeUInt16LE(3, at + 4);
    file.writeUInt32LE(Math.floor(bytes / 2), at + 6);
    file.writeUInt32LE(at + 54 < bytes ? at + 18 : 8, at + 14);
  }
  return file;
}

const hex = (size: number) => size.toString(16).padStart(4, '0');
const macros = zipOf({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/vbaProject.bin': 'x' });
const manyParts = Object.fromEntries(
  [...Array(1_999).keys()]
    .map((n) => [`word/media/${n}.png`, ''])
    .concat([
      ['[Content_Types].xml', ''],
      ['word/document.xml', ''],
    ]),
);
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each([
  ['orders.pdf', Buffer.from('%PDF-1.7 x'), 'application/pdf'],
  ['scan.PNG', pngOf(20, 30), 'image/png'],
  ['scan.jpeg', jpegOf(20, 30), 'image/jpeg'],
  ['scan.tif', tiffOf(20), 'image/tiff'],
  ['scan.tiff', bytesOf(`49492a0008000000${littlePage}`), 'image/tiff'],
  ['letter.docx', word, wordType],
])('%s can be attached and comes back byte for byte, as an attachment', async (name, content, type) => {
  const { Id } = await referral(handoff);
  // The type that the browser sends is not trusted.
  const uploaded = await upload(new File([content], name, { type: 'text/html' }), Id);
  const [document] = uploaded.ok().ReferralDocuments;
  expect(document).toMatchObject({ name, ContentType: type, Size: content.length, ReferralId: Id });
  expect(await detail(Id)).toMatchObject({
    ReferralInfo: [{ DocumentCount: 1 }],
    ReferralDocuments: [{ name, UploadedBy: { FullName: 'Ana Intake' } }],
  });

  const params = { blobName: document?.blobName ?? '' };
  await scanned(handoff, params.blobName);
  const file = await handoff.call(api.services.downloadFile, { params }, { as: 'vic' });
  expect(file.status).toBe(200);
  expect(Buffer.from(file.bytes).equals(content)).toBe(true);
  expect(file.headers).toMatchObject({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
});

describe('refused, and nothing of it is kept', () => {
  test.each([
    ['a page named as a PDF', new File(['<html>'], 'orders.pdf')],
    ['an SVG', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'scan.svg')],
    ['a PDF named as a page', new File(['%PDF-1.7'], 'orders.html')],
    ['a PNG named as a JPEG', new File([bytesOf('89504e470d0a1a0a')], 'scan.jpg')],
    ['a Word document with macros', new File([macros], 'letter.docx')],
    ['macros under another spelling', docx({ 'word/VBAPROJECT.BIN': 'x' })],
    [
      'macros under another name',
      docx({}, '<Override PartName="/word/a.xml" ContentType="application/vnd.ms-office.vbaProject"/>'),
    ],
    ['an embedded object', docx({ 'word/embeddings/oleObject1.BIN': 'x' })],
    ['an object whose type is spelled with a reference', docxOf(inside('ole&#79;bject', 'x.png'))],
    ['macros whose type is spelled with a reference', docxOf(inside('vba&#80;roject', 'x.png'))],
    ['another document in it', docx({ 'word/more.docm': 'x' })],
    ['a part of an unknown kind', docx({ 'word/v.dat': 'x' })],
    ['a program named as a picture', docx({ 'word/media/a.png': 'MZ\u0090' })],
    ['a page that Word takes in', docxOf(inside('aFChunk', 'a.xml'))],
    ['a field that starts a program', docxWith(instruction('DDEAUTO c:\\\\cmd.exe'))],
    ['such a field in pieces', docxWith(instruction(' D', 'DE', 'AUTO c:\\\\cmd.exe'))],
    ['such a field with a reference', docxWith(instruction('&#68;DEAUTO c:\\\\cmd.exe'))],
    ['such a field with a comment', docxWith(instruction('DD<!-- -->E c:\\\\cmd.exe'))],
    ['such a field whose name is made by another', docxWith(instruction(instruction('QUOTE 68 68 69')))],
    ['such a field as one tag', docxWith('<w:fldSimple w:instr=" dde&#x61;uto c:\\cmd.exe"/>')],
    ['such a field in a footer', docx({ 'word/footer1.xml': instruction('DDE excel a') })],
    ['such a field in a part named as a picture', docx({ 'word/media/a.png': instruction('DDE excel a') })],
    ['a picture that a field fetches', docxWith(instruction('INCLUDEPICTURE "http://203.0.113.7/a.png"'))],
    ['a text of another computer', docxWith(instruction('INCLUDETEXT "\\\\\\\\203.0.113.7\\\\a"'))],
    ['a part with a name of 60,000 characters', docx({ [`word/${'embeddings/'.repeat(5_000)}a.xml`]: '' })],
    ['a PNG of 60,000 by 60,000 pixels', new File([pngOf(60_000, 60_000)], 'scan.png')],
    ['a JPEG of 60,000 by 60,000 pixels', new File([jpegOf(60_000, 60_000)], 'scan.jpg')],
    ['a TIFF whose second page has 60,000 by 60,000 pixels', new File([tiffOf(60_000)], 'scan.tif')],
    ['a PNG of 8 bytes', new File([bytesOf('89504e470d0a1a0a')], 'scan.png')],
    ['a JPEG without a picture', new File([bytesOf('ffd8ffe000')], 'scan.jpg')],
    ['a TIFF of 4 bytes', new File([bytesOf('49492a00')], 'scan.tif')],
    ['a TIFF whose pages lead back to each other', new File([loopedTiff(2_000)], 'scan.tif')],
    ['a template elsewhere', docxOf(relation('attachedTemplate', 'http://203.0.113.7/a.dotm'))],
    [
      'a template elsewhere, hidden behind a value',
      docxOf(relation('attachedTemplate', `http://a/?x>TargetMode='Internal'`)),
    ],
    ['a picture elsewhere', docxOf(relation('image', 'http://203.0.113.7/a.png'))],
    ['relations in another encoding', docxOf(relation('image', 'http://a/').split('').join('\0'))],
    ['a zip named as a Word document', new File([zipOf({ 'a.txt': 'x' })], 'letter.docx')],
    ['a Word document of 2,001 parts', new File([zipOf(manyParts)], 'letter.docx')],
    ['a Word document cut short', new File([word.subarray(0, word.length - 30)], 'letter.docx')],
    ['an empty file', new File([], 'orders.pdf')],
    ['a name without an ending', new File(['%PDF-1.7'], 'pdf')],
  ])('%s', async (_what, file) => {
    const { Id } = await referral(handoff);
    const answer = await upload(file, Id);
    expect([answer.status, answer.error().code]).toEqual([415, 'unsupported_file']);
    expect(await detail(Id)).toMatchObject({ ReferralInfo: [{ DocumentCount: 0 }], ReferralDocuments: [] });
  });
});

test.each([
  ['a page number and a date', instruction('PAGE') + instruction(' DATE \\@ "M/d/yyyy"')],
  ['a sum of fields', instruction('=', instruction('PAGE'), '+ 1')],
  ['a table of contents', instruction('TOC \\o "1-3"') + instruction('HYPERLINK \\l "_Toc1"')],
  ['a picture of the mail it came in', instruction('INCLUDEPICTURE "cid:image001.png" \\* MERGEFORMATINET')],
  ['words like those of fields', '<w:t>DDEAUTO http://example.org MZ</w:t>'],
])('a Word document with %s is accepted', async (_what, body) => {
  expect((await upload(docxWith(body))).status).toBe(200);
});

test('a scan of a large page is accepted', async () => {
  expect((await upload(new File([pngOf(9_000, 12_000)], 'scan.png'))).status).toBe(200);
});

test('a fax of two pages and a photo are accepted', async () => {
  expect((await upload(new File([tiffOf(1_728)], 'fax.tif'))).status).toBe(200);
  expect((await upload(new File([jpegOf(4_000, 3_000)], 'photo.jpg'))).status).toBe(200);
});

test('a Word document with a link that a reader clicks is accepted', async () => {
  expect((await upload(docxOf(relation('hyperlink', 'https://example.org/?a=1&amp;b=2')))).status).toBe(200);
});

test('a file replaced in the storage is not returned', async () => {
  const [document] = (await upload(pdf())).ok().ReferralDocuments;
  const params = { blobName: document?.blobName ?? '' };
  await scanned(handoff, params.blobName);
  const { blobs } = handoff.platform;
  const path = `${HARBOR}/${params.blobName}`;
  await blobs.remove('documents', path);
  await blobs.putIfAbsent('documents', path, { bytes: Buffer.from('%PDF-other'), type: 'application/pdf' });
  const file = await handoff.call(api.services.downloadFile, { params }, { as: 'vic' });
  expect([file.status, file.text.includes('other')]).toEqual([404, false]);
});

test('a file over the limit is refused with the limit', async () => {
  const answer = await upload(new File([new Uint8Array(MAX_DOCUMENT_BYTES + 1)], 'orders.pdf'));
  expect(answer.error()).toMatchObject({ code: 'too_large', ErrorMessage: expect.stringContaining('20 MB') });
});

test('a document of an unknown type, or for a referral that is not there, is refused', async () => {
  const fields = { DocumentTypeId: 'gone' };
  const unknown = await handoff.call(api.services.uploadFile, { fields, file: pdf() }, { as: 'ana' });
  expect(unknown.error().fields).toEqual({ DocumentTypeId: 'Choose another document type' });
  expect((await upload(pdf(), 'referral-none')).status).toBe(404);
});

test.each([
  ['bound "by" hand\\.pdf', `filename="bound _by_ hand.pdf"; filename*=UTF-8''bound%20%22by%22%20hand.pdf`],
  [
    "Aufnahme (1) für O'Hara.pdf",
    `filename="Aufnahme (1) f_r O'Hara.pdf"; filename*=UTF-8''Aufnahme%20%281%29%20f%C3%BCr%20O%27Hara.pdf`,
  ],
  ['..\\..\\x\u202Efdp.pdf', `filename="....xfdp.pdf"; filename*=UTF-8''....xfdp.pdf`],
])('the name %j travels in a header that cannot be bent', async (name, disposition) => {
  const [document] = (await upload(pdf('x', name))).ok().ReferralDocuments;
  const params = { blobName: document?.blobName ?? '' };
  await scanned(handoff, params.blobName);
  const file = await handoff.call(api.services.downloadFile, { params }, { as: 'vic' });
  expect(file.headers['Content-Disposition']).toBe(`attachment; ${disposition}`);
});

test('a name of many emoji is cut between them and can still be downloaded', async () => {
  const [document] = (await upload(pdf('x', `${'😀'.repeat(130)}.pdf`))).ok().ReferralDocuments;
  expect(document?.name).toBe(`${'😀'.repeat(116)}.pdf`);
  const params = { blobName: document?.blobName ?? '' };
  await scanned(handoff, params.blobName);
  expect((await handoff.call(api.services.downloadFile, { params }, { as: 'vic' })).status).toBe(200);
});

test('a document uploaded during intake can be attached once, by its uploader', async () => {
  const [document] = (await upload(pdf())).ok().ReferralDocuments;
  const DocumentIds = [document?.Id ?? '', document?.Id ?? ''];
  const body = { ...referralDraft(), DocumentIds };
  const theft = await handoff.call(api.referrals.create, { body }, { as: 'mia' });
  expect(theft.status).toBe(404);
  const [made] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  expect(await detail(made?.Id ?? '')).toMatchObject({
    ReferralInfo: [{ DocumentCount: 1 }],
    ReferralDocuments: [{ Id: document?.Id, ReferralId: made?.Id }],
  });
  expect((await handoff.call(api.referrals.create, { body }, { as: 'ana' })).status).toBe(404);
});

test('a deleted document is gone and no longer counted, and the history names it', async () => {
  const { Id } = await referral(handoff);
  const params = { blobName: await blobName(handoff, Id) };
  await handoff.call(api.services.deleteFile, { params }, { as: 'ana' });
  expect(await detail(Id)).toMatchObject({ ReferralInfo: [{ DocumentCount: 0 }], ReferralDocuments: [] });
  expect((await handoff.call(api.services.downloadFile, { params }, { as: 'vic' })).status).toBe(404);
  expect((await handoff.call(api.services.deleteFile, { params }, { as: 'ana' })).status).toBe(404);
  const history = await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'vic' });
  expect(history.ok().ReferralActivity[0]).toMatchObject({
    action: 'document.deleted',
    changes: [{ field: 'Document', old: 'orders.pdf', new: null }],
  });
});

test('deleting all documents of a referral empties its list and affects no other', async () => {
  const { Id } = await referral(handoff);
  const other = await referral(handoff);
  for (const to of [Id, Id, other.Id]) await blobName(handoff, to);
  const removed = await handoff.call(api.referrals.removeDocuments, { query: { id: Id } }, { as: 'ana' });
  expect(removed.ok().ReferralDocuments).toEqual([]);
  expect(await detail(Id)).toMatchObject({ ReferralInfo: [{ DocumentCount: 0 }], ReferralDocuments: [] });
  expect((await detail(other.Id)).ReferralDocuments).toHaveLength(1);
});

test('the documents of a deleted referral can no longer be read', async () => {
  const { Id } = await referral(handoff);
  const params = { blobName: await blobName(handoff, Id) };
  await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' });
  expect((await handoff.call(api.services.downloadFile, { params }, { as: 'ana' })).status).toBe(404);
});

test('a deleted document comes back with its file and is counted again, until it is purged', async () => {
  const { Id } = await referral(handoff);
  const params = { blobName: await blobName(handoff, Id) };
  const restore = () => handoff.call(api.services.restoreFile, { params }, { as: 'ana' });
  expect((await restore()).status).toBe(404);
  const { PurgeAt } = (await handoff.call(api.services.deleteFile, { params }, { as: 'ana' })).ok();
  expect((await restore()).ok().ReferralDocuments).toMatchObject([{ ReferralId: Id }]);
  expect(await detail(Id)).toMatchObject({ ReferralInfo: [{ DocumentCount: 1 }] });
  expect((await handoff.call(api.services.downloadFile, { params }, { as: 'vic' })).status).toBe(200);

  await handoff.call(api.services.deleteFile, { params }, { as: 'ana' });
  const late = handoff.another({
    clock: { ...handoff.platform.clock, now: () => new Date(`${PurgeAt.slice(0, 4)}-12-31T00:00:00Z`) },
  });
  expect((await late.call(api.services.restoreFile, { params }, { as: 'ana' })).status).toBe(404);
});

test('a change to a document that a colleague has changed meanwhile is refused', async () => {
  const { Id } = await referral(handoff);
  const params = { blobName: await blobName(handoff, Id) };
  const seen = (await detail(Id)).ReferralDocuments[0]?.Etag;
  const rename = (Name: string, Etag: string | undefined) =>
    handoff.call(api.services.updateFile, { params, body: { Name, Etag } }, { as: 'ana' });
  const [renamed] = (await rename('signed.pdf', seen)).ok().ReferralDocuments;
  expect((await rename('page 1.pdf', seen)).error()).toMatchObject({
    code: 'conflict',
    current: { name: 'signed.pdf' },
  });
  expect((await rename('page 1.pdf', renamed?.Etag)).ok().ReferralDocuments).toMatchObject([
    { name: 'page 1.pdf' },
  ]);
});

test('the type and the name of a document are changed, and the activity says how', async () => {
  const { Id } = await referral(handoff);
  const params = { blobName: await blobName(handoff, Id) };
  const update = (body: { Name?: string; DocumentTypeId?: string }, as: PersonName = 'ana') =>
    handoff.call(api.services.updateFile, { params, body }, { as });
  expect((await update({ Name: 'signed.pdf' })).ok().ReferralDocuments).toMatchObject([
    { name: 'signed.pdf' },
  ]);
  expect((await update({ DocumentTypeId: 'no-such-type' })).status).toBe(400);
  expect((await update({ Name: ' ' })).status).toBe(400);
  expect((await update({ Name: 'theirs.pdf' }, 'vic')).status).toBe(403);
  expect((await detail(Id)).ReferralDocuments[0]?.name).toBe('signed.pdf');
  const answer = await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'ana' });
  expect(answer.ok().ReferralActivity[0]).toMatchObject({
    action: 'document.updated',
    changes: [{ field: 'Document', new: 'signed.pdf' }],
  });
});

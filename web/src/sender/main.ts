import './sender.css';
import type { SenderView } from '@handoff/shared/domain/referral/sender-link';
import { senderCalls, SenderError, type SenderCalls } from './sender-calls.ts';

// The page for the sender of a referral, who has no account. It is plain, because it comes before anything is cached.

const page = document.querySelector('#page');
const news = document.querySelector('#news');

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () =>
  void (document.documentElement.dataset['mantineColorScheme'] = prefersDark.matches ? 'dark' : 'light');
prefersDark.addEventListener('change', followScheme);
followScheme();

addEventListener('hashchange', () => location.reload());
void open();

async function open(): Promise<void> {
  try {
    const calls = await senderCalls(location.hash.slice(1));
    await show(calls);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && !isUploading) void show(calls).catch(explain);
    });
  } catch (error) {
    explain(error);
    if (!(error instanceof SenderError && error.isRefused))
      page?.append(element('button', { type: 'button', onclick: () => location.reload() }, 'Try again'));
  }
}

let isUploading = false;

async function show(calls: SenderCalls, focused?: string): Promise<void> {
  const view = await calls.view();
  document.title = `${view.Agency}: referral`;
  page?.replaceChildren(...contentOf(view, calls));
  if (focused !== undefined) document.getElementById(focused)?.focus();
}

/** A link that was refused shows nothing of what was there before. */
function explain(error: unknown): void {
  const isRefused = error instanceof SenderError && error.isRefused;
  const message = error instanceof SenderError ? error.message : 'Something went wrong. Please try again.';
  if (!isRefused && page?.hasChildNodes()) return announce(message, 'wrong');
  document.title = 'Referral';
  announce('');
  const title = isRefused ? 'This link does not work' : 'This page could not be opened';
  page?.replaceChildren(element('h1', {}, title), element('p', { role: 'alert' }, message));
}

function announce(text: string, state: 'wrong' | 'fine' = 'fine'): void {
  if (!news) return;
  news.textContent = text;
  news.setAttribute('data-state', state);
}

const progressTexts: Record<SenderView['Progress'], string> = {
  Received: 'We received this referral.',
  'In review': 'We are reviewing this referral.',
  Accepted: 'We accepted this referral.',
  Declined: 'We declined this referral.',
};

function contentOf(view: SenderView, calls: SenderCalls): Node[] {
  const { Agency, Phone, Initials, Progress, Message } = view;
  return [
    element('p', { className: 'agency' }, Agency),
    element('h1', {}, `Referral of ${Initials || 'a patient'}`),
    element(
      'p',
      { className: `progress ${Progress.toLowerCase().replace(' ', '-')}` },
      element('b', {}, Progress),
      ` ${outcomeText(view)}`,
    ),
    ...(Phone === '' ? [] : [phoneLine(Phone)]),
    ...(Message === ''
      ? []
      : [section(`Message from ${Agency}`, element('p', { className: 'message' }, Message))]),
    ...(view.Documents.length === 0 ? [] : [documentsOf(view, calls)]),
    ...(view.LinesLeft > 0 ? [lineTo(Agency, calls)] : []),
  ];
}

/** "We accepted this referral. Care is planned from December 1, 2026." */
function outcomeText({ Progress, CareFrom, PassedTo }: SenderView): string {
  const text = progressTexts[Progress];
  if (PassedTo !== '') return `${text} We passed it on to ${PassedTo}.`;
  return CareFrom === ''
    ? text
    : `${text} Care is planned from ${day.format(new Date(`${CareFrom}T00:00Z`))}.`;
}

function phoneLine(phone: string): HTMLElement {
  const [digits = '', extension] = phone.split('x');
  const shown = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  return element(
    'p',
    {},
    'Questions? Call ',
    element('a', { href: `tel:+1${digits}` }, extension === undefined ? shown : `${shown} ext ${extension}`),
    '.',
  );
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats like `formatDateTime`, which would load the chunks of the application. */
const until = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
});
const DOCUMENTS = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.docx';

function documentsOf(view: SenderView, calls: SenderCalls): HTMLElement {
  const { Documents, FilesLeft, ExpiresAt } = view;
  const lines = Documents.map(({ Id, Name, IsReceived }) =>
    element(
      'li',
      {},
      element('h3', {}, Name),
      element(
        'span',
        { className: IsReceived ? 'state received' : 'state' },
        IsReceived ? 'Received' : 'Missing',
      ),
      ...(FilesLeft > 0 ? [chooser({ Id, Name, IsReceived }, calls)] : []),
    ),
  );
  return section(
    'Documents that we need',
    element('ul', {}, ...lines),
    element(
      'p',
      { className: 'hint' },
      FilesLeft > 0
        ? `PDF, PNG, JPEG, TIFF or Word, up to 20 MB each. This page takes ${FilesLeft} more and works until ${until.format(new Date(ExpiresAt))}.`
        : 'Uploads are closed.',
    ),
  );
}

function chooser({ Id, Name, IsReceived }: SenderView['Documents'][number], calls: SenderCalls): HTMLElement {
  const choose = (id: string, text: string, how: Partial<HTMLInputElement>) => {
    const input = element('input', { type: 'file', id, ...how });
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])].map((file) => ({ file, key: crypto.randomUUID() }));
      if (files.length > 0) void sendAll(files, { Id, Name }, calls);
    });
    return [element('label', { htmlFor: id }, text), input];
  };
  const label = IsReceived ? `Choose another file for ${Name}` : `Choose a file for ${Name}`;
  return element(
    'div',
    { className: 'chooser' },
    ...choose(`file-${Id}`, label, { accept: DOCUMENTS, multiple: true }),
    // Of use where the device has a camera; the style sheet hides it elsewhere.
    element(
      'span',
      { className: 'camera' },
      ...choose(`photo-${Id}`, `Take a photo for ${Name}`, { accept: 'image/*', capture: 'environment' }),
    ),
  );
}

const newLine = () => ({ text: '', key: crypto.randomUUID() });
/** What is being written: it stays when the page is shown again, and a repeat after a lost answer has its key. */
let line = newLine();

function lineTo(agency: string, calls: SenderCalls): HTMLElement {
  const field = element('textarea', { id: 'line', rows: 3, maxLength: 1000, value: line.text });
  field.addEventListener('input', () => (line = { ...newLine(), text: field.value }));
  const form = element(
    'form',
    {},
    element('label', { htmlFor: 'line' }, 'Your message'),
    field,
    element('button', { type: 'submit' }, 'Send message'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendLine(calls);
  });
  return section(`Write to ${agency}`, form);
}

async function sendLine(calls: SenderCalls): Promise<void> {
  const sent = line;
  if (sent.text.trim() === '') return announce('Write something first.', 'wrong');
  announce('Sending your message…');
  try {
    await calls.write(sent.text, sent.key);
    if (line === sent) line = newLine();
    await show(calls, 'line');
    announce('Your message was sent.');
  } catch (error) {
    explain(error);
  }
}

interface Sending {
  file: File;
  /** The same for each try. */
  key: string;
}

/** One after the other. After a lost answer, the file and those behind it can be sent again; a refused one is passed. */
async function sendAll(
  files: readonly Sending[],
  type: Pick<SenderView['Documents'][number], 'Id' | 'Name'>,
  calls: SenderCalls,
): Promise<void> {
  if (isUploading) return announce('Another file is being sent. Please wait.', 'wrong');
  isUploading = true;
  let left = files;
  const received: string[] = [];
  const refused: string[] = [];
  try {
    for (const { file, key } of files) {
      announce(`Sending ${file.name}…`);
      // oxlint-disable-next-line no-await-in-loop -- the page shows each as it arrives
      const reason = await refusalOf(calls.upload(file, { DocumentTypeId: type.Id, key }));
      if (reason === undefined) received.push(file.name);
      else refused.push(`${file.name} was not received: ${reason}`);
      left = left.slice(1);
    }
    if (received.length > 0) await show(calls, `file-${type.Id}`);
    const names = received.join(', ');
    const thanks = `${names} ${received.length === 1 ? 'was' : 'were'} received as ${type.Name}. Thank you.`;
    announce(
      [...(received.length > 0 ? [thanks] : []), ...refused].join(' '),
      refused.length > 0 ? 'wrong' : 'fine',
    );
  } catch (error) {
    explain(error);
    if (!(error instanceof SenderError) || error.mayRepeat) offerAgain(() => sendAll(left, type, calls));
  } finally {
    isUploading = false;
  }
}

/** Why this file is not taken; undefined if it was. */
async function refusalOf(uploading: Promise<void>): Promise<string | undefined> {
  try {
    await uploading;
    return undefined;
  } catch (error) {
    if (error instanceof SenderError && !error.mayRepeat && !error.isRefused) return error.message;
    throw error;
  }
}

/** The same files under the same keys. */
function offerAgain(again: () => Promise<void>): void {
  news?.append(' ', element('button', { type: 'button', onclick: () => void again() }, 'Try again'));
}

const section = (title: string, ...children: Node[]) =>
  element('section', {}, element('h2', {}, title), ...children);

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

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
  const { Agency, Initials, Progress, Message } = view;
  return [
    element('p', { className: 'agency' }, Agency),
    element('h1', {}, `Referral of ${Initials || 'a patient'}`),
    element(
      'p',
      { className: `progress ${Progress.toLowerCase().replace(' ', '-')}` },
      element('b', {}, Progress),
      ` ${progressTexts[Progress]}`,
    ),
    ...(Message === ''
      ? []
      : [section(`Message from ${Agency}`, element('p', { className: 'message' }, Message))]),
    ...(view.Documents.length === 0 ? [] : [documentsOf(view, calls)]),
  ];
}

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
  const id = `file-${Id}`;
  const input = element('input', { type: 'file', id, accept: DOCUMENTS });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void send(file, { Id, Name, key: crypto.randomUUID() }, calls);
  });
  const label = IsReceived ? `Choose another file for ${Name}` : `Choose a file for ${Name}`;
  return element('div', { className: 'chooser' }, element('label', { htmlFor: id }, label), input);
}

interface Chosen {
  Id: string;
  Name: string;
  key: string;
}

async function send(file: File, chosen: Chosen, calls: SenderCalls): Promise<void> {
  if (isUploading) return announce('Another file is being sent. Please wait.', 'wrong');
  isUploading = true;
  announce(`Sending ${file.name}…`);
  try {
    await calls.upload(file, { DocumentTypeId: chosen.Id, key: chosen.key });
    await show(calls, `file-${chosen.Id}`);
    announce(`${file.name} was received as ${chosen.Name}. Thank you.`);
  } catch (error) {
    explain(error);
    if (!(error instanceof SenderError) || error.mayRepeat) offerAgain(() => send(file, chosen, calls));
  } finally {
    isUploading = false;
  }
}

/** The same file under the same key. */
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

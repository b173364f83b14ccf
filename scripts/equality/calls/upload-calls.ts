import { formFile, guide, pdfFile } from '#e2e/support/document-files.ts'
import { lockedPdf } from '#e2e/support/locked-pdf.ts'
import { recording } from '#lib/gateway/__fixtures__/recording.ts'
import type { CallGroup } from './call-group.ts'
import type { FormFields, FormFile } from './form.ts'
import { jsonAnswer } from './payload.ts'

const path = '/upload'
const markdown =
  '# Opening hours\n\nThe museum is open from ten to six.\n\n## Mondays\n\nOn Mondays it is closed.\n'
const note: FormFile = { name: 'museum.md', type: 'text/markdown', bytes: markdown }
const table: FormFile = { name: 'tides.csv', type: 'text/csv', bytes: 'port,height\nLisbon,3.8\nPorto,3.6\n' }
const mail: FormFile = {
  name: 'note.eml',
  bytes:
    'From: a@example.org\r\nTo: b@example.org\r\nSubject: Tides\r\nDate: Mon, 3 Mar 2025 10:00:00 +0000\r\n\r\nHigh water at noon.\r\n',
}
const page: FormFile = {
  name: 'page.html',
  bytes: '<title>Tides</title><h1>Tides</h1><p>The <b>moon</b> moves them.</p><script>no()</script>',
}

const modes: Readonly<Record<string, FormFields>> = {
  text: {},
  markdown: { extract_mode: 'markdown' },
  pages: { extract_mode: 'pages' },
  chunks: { extract_mode: 'embeddings', chunk_size: '64', chunk_overlap: '8' },
  'pages apart': { page_based: '1' },
  details: { details: 'true' },
  'chunks with details': { extract_mode: 'embeddings', details: 'true' },
  'headers removed': { remove_headers: 'true' },
}

const mistakes: Readonly<Record<string, FormFields>> = {
  'no file': { extract_mode: 'text' },
  'an unknown mode': { file: note, extract_mode: 'poem' },
  'a size that is no number': { file: note, chunk_size: '1.5' },
  'a size out of range': { file: note, chunk_size: '63' },
  'too much overlap': { file: note, chunk_size: '64', chunk_overlap: '64' },
  'an unknown charset': { file: note, charset: 'klingon' },
  'an unknown language': { file: note, language: '??' },
  'an unreadable collection': { file: note, library: 'a\u0007b' },
  'an empty file': { file: { name: 'a.txt', bytes: '' } },
  'an unknown kind': { file: { name: 'a.bin', bytes: Buffer.from([0, 1, 2, 3, 255, 254, 0, 9]) } },
  'an empty archive': { file: { name: 'a.zip', bytes: `PK\u0005\u0006${'\0'.repeat(18)}` } },
  'half a PDF': { file: { name: 'a.pdf', bytes: '%PDF-1.4\n%%EOF\n' } },
}

export const uploadCalls: CallGroup = {
  name: 'uploads',
  async run({ record }) {
    const files = { markdown: note, table, mail, page, ...(await pdfFiles()) }
    for (const [name, file] of Object.entries(files)) {
      for (const [mode, fields] of Object.entries(modes)) {
        await record(`${name}, ${mode}`, { path, form: { file, ...fields } })
      }
    }
    const locked = toFormFile(lockedPdf('locked.pdf'))
    await record('a locked PDF', { path, form: { file: locked } })
    await record('a locked PDF with its password', { path, form: { file: locked, password: 'sesame' } })
    await record('another charset', {
      path,
      form: { file: { name: 'a.txt', bytes: Buffer.from([0xe9, 0x74, 0xe9]) }, charset: 'windows-1252' },
    })
    await record('fields before the file', { path, form: { page_based: '1', colour: 'red', file: note } })
    await record('without a key', { path, form: { file: note }, token: null })
    await record('with a wrong key', { path, form: { file: note }, token: 'wrong' })
    await record('for the library without a key', {
      path,
      form: { file: note, library: 'true' },
      token: null,
    })
    for (const [name, form] of Object.entries(mistakes)) await record(name, { path, form })
    const large = Buffer.alloc(50 * 1024 * 1024 + 1, 'x')
    await record('a file that is too large', { path, form: { file: { name: 'a.txt', bytes: large } } })
    await record('no form', { path, json: {} })
    await record('a form that ends early', {
      path,
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nxx',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    await record('a form without a boundary', {
      path,
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    })
    await record('another method', { method: 'PUT', path, body: 'x' })
  },
}

const heard = {
  task: 'transcribe',
  language: 'english',
  duration: 2,
  text: ' Hello there. General news.',
  segments: [
    { id: 0, start: 0, end: 1.25, text: ' Hello there.' },
    { id: 1, start: 1.25, end: 2, text: ' General news.' },
  ],
}

export const transcriptionCalls: CallGroup = {
  name: 'transcriptions',
  async run({ record }) {
    const file: FormFile = { name: 'talk.wav', type: 'audio/wav', bytes: recording(2) }
    const next = [jsonAnswer(heard)]
    const speech = '/v1/audio/transcriptions'
    for (const response_format of ['json', 'text', 'verbose_json', 'srt', 'vtt', 'poem']) {
      await record(response_format, { path: speech, form: { file, model: 'ears', response_format }, next })
    }
    await record('every field', {
      path: speech,
      form: {
        file,
        model: 'ears',
        language: 'en',
        prompt: 'news',
        temperature: '0.5',
        'timestamp_granularities[]': 'segment',
        response_format: 'verbose_json',
      },
      next,
    })
    const wrong: Readonly<Record<string, FormFields>> = {
      'no model': { file },
      'an unknown model': { file, model: 'nobody' },
      'a chat model': { file, model: 'scripted/echo' },
      'no file': { model: 'ears' },
      'no recording': { file: note, model: 'ears' },
      'times of words': { file, model: 'ears', 'timestamp_granularities[]': 'word' },
      'an unknown language': { file, model: 'ears', language: '??' },
    }
    for (const [name, form] of Object.entries(wrong)) await record(name, { path: speech, form, next })
    await record('a server that refuses', {
      path: speech,
      form: { file, model: 'ears' },
      next: [jsonAnswer({ error: { message: 'No.', code: 'x' } }, 400)],
    })
    await record('an upload of a recording', { path, form: { file, details: 'true' }, next })
    await record('without a key', { path: speech, form: { file, model: 'ears' }, token: null })
  },
}

async function pdfFiles(): Promise<Readonly<Record<string, FormFile>>> {
  return {
    PDF: toFormFile(await pdfFile('guide.pdf', guide, 'Harbour office')),
    'PDF form': toFormFile(await formFile('form.pdf')),
  }
}

function toFormFile({
  name,
  buffer,
  mimeType,
}: {
  name: string
  buffer: Buffer
  mimeType: string
}): FormFile {
  return { name, bytes: buffer, type: mimeType }
}

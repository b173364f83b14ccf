import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { askBackend, cleanDocument, safeFrame, plainText } from './ask-backend.ts'
import { BackendCooldowns } from './backend-cooldowns.ts'
import type { BackendQuery, SearchBackend } from './search-backend.ts'

const cost = () => ({ id: 'b', unitsMax: 1 })

/** A backend that waits until it is stopped. */
const patient: SearchBackend = {
  id: 'patient',
  cost,
  search: ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
}

function ask(backend: SearchBackend, { signal, late }: { signal?: AbortSignal; late?: AbortSignal } = {}) {
  const never = new AbortController().signal
  const faults: unknown[] = []
  const cooldowns = new BackendCooldowns(createCircuits())
  const query: BackendQuery = { query: 'q', kind: 'web', limit: 10, signal: signal ?? never }
  const options = {
    cooldowns,
    late: late ?? never,
    onFault: (error: unknown) => void faults.push(error),
  }
  return { asked: askBackend(backend, query, options), faults, cooldowns }
}

test('when the search times out, a pending backend has failed, without penalty', async () => {
  const late = new AbortController()

  const { asked, faults, cooldowns } = ask(patient, { late: late.signal })
  late.abort()

  expect(await asked).toEqual({ backend: 'patient', kind: 'timeout', reason: 'timed out' })
  expect(faults).toEqual([])
  for (let time = 0; time < 5; time++) expect(() => cooldowns.enter('patient', 'web', 'wool')).not.toThrow()
})

test('when the caller disconnects, that is the error', async () => {
  const caller = new AbortController()

  const { asked } = ask(patient, { signal: caller.signal })
  caller.abort(new Error('left'))

  await expect(asked).rejects.toThrow('left')
})

test('an internal error is logged, and reported as a failure without its message', async () => {
  const mistake = new TypeError('x is undefined at http://10.0.0.5/')
  const { asked, faults } = ask({ id: 'b', cost, search: () => Promise.reject(mistake) })

  expect(await asked).toEqual({ backend: 'b', kind: 'error', reason: 'unreadable response' })
  expect(faults).toEqual([mistake])
})

const origin = { backend: 'brave', rank: 1, kind: 'web' } as const
const raw = { title: 'T', url: 'https://example.org/', content: 'C' }

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'ftp://example.org/',
  'https://user:password@example.org/',
  `https://example.org/${'x'.repeat(3000)}`,
  'example.org',
  '',
])('a result with the URL %j is dropped', url => {
  expect(cleanDocument({ ...raw, url }, origin)).toBeNull()
})

test('images with other than web URLs are dropped, the result stays', () => {
  const document = cleanDocument(
    { ...raw, image: 'data:image/png;base64,AAAA', thumbnail: 'javascript:alert(1)' },
    origin,
  )

  expect(document).toEqual({ ...raw, backend: 'brave', rank: 1 })
})

test('a result without text is dropped, except for types with informative titles', () => {
  const empty = { ...raw, content: ' <br> ' }

  expect(cleanDocument(empty, origin)).toBeNull()
  expect(cleanDocument(empty, { ...origin, kind: 'videos' })?.content).toBe('T')
})

test('content is at most 2000 characters, and a result without a title has its host', () => {
  const document = cleanDocument({ ...raw, title: '', content: 'word '.repeat(1000) }, origin)

  expect(document?.content.length).toBeLessThanOrEqual(2000)
  expect(document?.title).toBe('example.org')
})

const youtube = 'https://www.youtube-nocookie.com/embed/abcdefghijk'

test.each([
  ['https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1', 'https://v.example/', youtube],
  ['//www.youtube.com/embed/abcdefghijk', 'https://v.example/', youtube],
  [undefined, 'https://www.youtube.com/watch?v=abcdefghijk&t=3', youtube],
  [undefined, 'https://m.youtube.com/watch?v=abcdefghijk', youtube],
  [undefined, 'https://youtu.be/abcdefghijk', youtube],
  ['https://player.vimeo.com/video/123456', 'https://v.example/', 'https://player.vimeo.com/video/123456'],
  [undefined, 'https://vimeo.com/123456', 'https://player.vimeo.com/video/123456'],
  ['https://evil.example/embed/abcdefghijk', 'https://v.example/', undefined],
  ['https://youtube.com.evil.example/embed/abcdefghijk', 'https://v.example/', undefined],
  ['https://www.youtube.com/redirect?q=https://evil.example', 'https://v.example/', undefined],
  ['https://www.youtube.com/embed/..%2f..%2fredirect', 'https://v.example/', undefined],
  ['javascript:alert(1)//youtube.com/embed/abcdefghijk', 'https://v.example/', undefined],
  ['<iframe src="https://www.youtube.com/embed/abcdefghijk">', 'https://v.example/', undefined],
  [undefined, 'https://www.youtube.com/@channel', undefined],
])('player %s of page %s becomes %s', (frame, url, player) => {
  expect(safeFrame(frame, url)).toBe(player)
})

test.each([
  ['Llama <b>wool</b> &amp; more', 'Llama wool & more'],
  ['<p>One.</p><p>Two.</p>', 'One. Two.'],
  ['before<script>alert("x")</script>after', 'before after'],
  ['<style>p { color: red }</style>text', 'text'],
  ['&lt;script&gt; is a tag', '<script> is a tag'],
  ['if a<b and c > d, vector<int> v', 'if a<b and c > d, vector<int> v'],
  ['<jats:p>Fibre of <jats:italic>Lama</jats:italic></jats:p>', 'Fibre of Lama'],
  ['H<sub>2</sub>O <!-- hidden --> ice', 'H2O ice'],
  ['  many\n\n  spaces\t ', 'many spaces'],
  ['in\u200bvis\u202eible', 'invisible'],
  ['<b>never closed', 'never closed'],
  ['cut in <stro', 'cut in <stro'],
  ['', ''],
])('%j becomes %j', (html, text) => {
  expect(plainText(html, 2000)).toBe(text)
})

test('a long text is truncated at a word, and never inside a character', () => {
  expect(plainText('word '.repeat(100), 22)).toBe('word word word word')
  expect(plainText('🦙'.repeat(100), 21)).toBe('🦙'.repeat(10))
})

test('of megabytes of tags only the first part is read', () => {
  expect(plainText(`${'<b>'.repeat(10)}near`, 2000)).toBe('near')
  expect(plainText(`${'<b>'.repeat(700_000)}far`, 2000)).toBe('')
})

import { expect, test } from 'vitest'
import { cleanDocument } from './clean-document.ts'

const place = { backend: 'brave', rank: 1, kind: 'web' } as const
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
])('a result at %j is dropped', url => {
  expect(cleanDocument({ ...raw, url }, place)).toBeNull()
})

test('pictures at other than web addresses are left out, the result stays', () => {
  const document = cleanDocument(
    { ...raw, image: 'data:image/png;base64,AAAA', thumbnail: 'javascript:alert(1)' },
    place,
  )

  expect(document).toEqual({ ...raw, backend: 'brave', rank: 1 })
})

test('a result without words is dropped, but for kinds whose titles say enough', () => {
  const empty = { ...raw, content: ' <br> ' }

  expect(cleanDocument(empty, place)).toBeNull()
  expect(cleanDocument(empty, { ...place, kind: 'videos' })?.content).toBe('T')
})

test('content is at most 2000 characters, and a result without a title has its host', () => {
  const document = cleanDocument({ ...raw, title: '', content: 'word '.repeat(1000) }, place)

  expect(document?.content.length).toBeLessThanOrEqual(2000)
  expect(document?.title).toBe('example.org')
})

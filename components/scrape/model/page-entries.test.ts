import { expect, test } from 'vitest'
import { failedRun, pageRun, rowOf } from './__fixtures__/pages.ts'
import { toPageEntries } from './page-entries.ts'

test('a page is saved with its text, title and URL; one without text is skipped', () => {
  const url = 'https://example.com/tides'
  const rows = [
    rowOf(url),
    rowOf('https://example.com/links', pageRun('https://example.com/links', { links: [] })),
    rowOf('https://example.com/gone', failedRun('https://example.com/gone')),
  ]

  expect(toPageEntries(rows)).toEqual([
    { kind: 'text', title: `Title of ${url}`, content: { text: `# ${url}` }, url, sha256: null },
  ])
})

test('a URL that the library would reject is dropped, and the page is saved without it', () => {
  const url = `https://example.com/${'a'.repeat(3000)}`

  expect(toPageEntries([rowOf(url)])).toMatchObject([{ kind: 'text', url: null }])
})

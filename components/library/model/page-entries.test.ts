import { expect, test } from 'vitest'
import { failedRun, pageRun, rowOf } from '#components/scrape/model/__fixtures__/pages.ts'
import { linksMax, toLinkEntries } from './link-entries.ts'
import { toPageEntries } from './page-entries.ts'

test('a page is kept with its text, title and address; one without text or unread is not', () => {
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

test('an address that the library would refuse is left out, and the page kept all the same', () => {
  const url = `https://example.com/${'a'.repeat(3000)}`

  expect(toPageEntries([rowOf(url)])).toMatchObject([{ kind: 'text', url: null }])
})

test('links are read one by one, and no more than one watches', () => {
  const links = Array.from({ length: linksMax + 5 }, (_, place) => ({ url: `https://example.com/${place}` }))

  const entries = toLinkEntries(links)

  expect(entries).toHaveLength(linksMax)
  expect(entries[1]).toEqual({ kind: 'link', url: 'https://example.com/1' })
})

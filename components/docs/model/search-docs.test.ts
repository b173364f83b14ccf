import { describe, expect, test } from 'vitest'
import { searchDocs } from './search-docs.ts'

const index = {
  pages: [
    {
      path: '/docs/hosting',
      title: 'Hosting',
      group: 'Operations',
      sections: [
        { heading: 'Hosting', anchor: '', text: 'Sextant runs in a container.' },
        { heading: 'Reverse proxy', anchor: 'reverse-proxy', text: 'Set APP_URL behind nginx (a proxy).' },
      ],
    },
    {
      path: '/docs/backup',
      title: 'Backup',
      group: 'Operations',
      sections: [
        { heading: 'Backup', anchor: '', text: 'Copy the data folder before a proxy or hosting change.' },
      ],
    },
  ],
}
const hrefs = (query: string) => searchDocs(index, query).map(({ href }) => href)

describe('search in the documentation', () => {
  test('a match in a title precedes one in a heading, and that one in a text', () => {
    expect(hrefs('hosting')).toEqual(['/docs/hosting', '/docs/backup'])
    expect(hrefs('proxy')).toEqual(['/docs/hosting#reverse-proxy', '/docs/backup'])
  })

  test('a section needs every word; one may be in the title of its page', () => {
    expect(hrefs('hosting nginx')).toEqual(['/docs/hosting#reverse-proxy'])
    expect(hrefs('hosting kubernetes')).toEqual([])
  })

  test('a word is found by its beginning, not inside of another word', () => {
    expect(hrefs('prox')).toEqual(['/docs/hosting#reverse-proxy', '/docs/backup'])
    expect(hrefs('roxy')).toEqual([])
  })

  test('words that follow each other precede the same words apart', () => {
    expect(hrefs('a proxy')[0]).toBe('/docs/hosting#reverse-proxy')
    expect(hrefs('data folder')).toEqual(['/docs/backup'])
  })

  test('an empty query finds nothing', () => {
    expect(hrefs('  ')).toEqual([])
  })

  test('the matches of an excerpt are marked, whatever characters the query has', () => {
    expect(searchDocs(index, '(A')[0]?.excerpt).toEqual([
      { text: '… APP_URL behind nginx ', matches: false },
      { text: '(a', matches: true },
      { text: ' proxy).', matches: false },
    ])
  })
})

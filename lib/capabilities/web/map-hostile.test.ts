import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  linking,
  sitemapOf,
  startTestSite,
  type TestPage,
  type TestPages,
} from '#lib/capabilities/__fixtures__/test-site.ts'

const megabyte = 1024 * 1024
const bomb = gzipSync(Buffer.alloc(200 * megabyte))

/** A site with a hostile page `/bad`, and a page `/good` with a link. */
const around = (bad: TestPage): TestPages => ({
  '/': linking('/bad', '/good'),
  '/bad': bad,
  '/good': linking('/last'),
})

describe('one hostile page does not affect others', () => {
  test.each<[string, TestPage]>([
    [
      'a bomb of 200 MB',
      { headers: { 'content-encoding': 'gzip', 'content-type': 'text/html' }, body: bomb },
    ],
    ['50,000 nested elements', `${'<div>'.repeat(50_000)}<p>`],
    ['50,000 attributes', `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}="x"`).join(' ')}>`],
    ['a tag that never ends', `<a href="${'x'.repeat(3 * megabyte)}`],
    ['an address of a megabyte', `<a href="/${'x'.repeat(megabyte)}">x</a>`],
    ['a comment that never ends', `<!--${'-'.repeat(2 * megabyte)}`],
    ['redirects without an end', { status: 302, headers: { location: `/bad?${'x'.repeat(5)}` } }],
    ['an unknown encoding', { headers: { 'content-encoding': 'snail' }, body: '<a href="/x">' }],
  ])('%s', async (_, bad) => {
    await using site = await startTestSite(around(bad))

    const { paths } = await site.map({ ignoreSitemap: true })

    expect(paths).toEqual(['/', '/bad', '/good', '/last'])
  })

  test('a page that ends before its length keeps its links, and the map is truncated', async () => {
    await using site = await startTestSite(
      around((_, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000_000 })
          .write('<a href="/x">x</a><a href="/half', () => response.destroy())
        return undefined
      }),
    )

    const { paths, cuts } = await site.map({ ignoreSitemap: true })

    expect(paths).toEqual(['/', '/bad', '/good', '/x', '/last'])
    expect(cuts).toEqual(['links'])
  })

  test('a page that is longer than its length keeps its links, and the map is truncated', async () => {
    const shown = '<html><body><div><a href="/x">x</a><p>'
    await using site = await startTestSite(
      around({ headers: { 'content-length': String(shown.length) }, body: `${shown}${'more '.repeat(99)}` }),
    )

    const { paths, cuts } = await site.map({ ignoreSitemap: true })

    expect(paths).toEqual(['/', '/bad', '/good', '/x', '/last'])
    expect(cuts).toEqual(['links'])
  })

  test.each([
    '<html><body><div><a href="/x">x</a></body></html>',
    '<html><body><div><a href="/x">x</a></div><p>Without optional end tags',
  ])('the page %s is complete', async page => {
    await using site = await startTestSite(
      around({ headers: { 'content-length': String(page.length) }, body: page }),
    )

    expect((await site.map({ ignoreSitemap: true })).cuts).toEqual([])
  })

  test('a body without an end', async () => {
    await using site = await startTestSite(
      around((_, response) => {
        response.setHeader('content-type', 'text/html')
        const more = (): void =>
          void (response.write('<p>'.repeat(20_000)) ? setImmediate(more) : response.once('drain', more))
        more()
        return undefined
      }),
      { budgets: { pageBytesMax: megabyte } },
    )

    expect((await site.map({ ignoreSitemap: true })).paths).toEqual(['/', '/bad', '/good', '/last'])
  })
})

describe('sitemaps', () => {
  test.each<[string, TestPage]>([
    ['a bomb of 200 MB as a file', bomb],
    ['a bomb by its encoding', { headers: { 'content-encoding': 'gzip' }, body: bomb }],
    ['a bomb in a bomb', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(bomb) }],
    ['elements nested without an end', `<urlset>${'<url>'.repeat(500_000)}`],
    ['a document type with entities that multiply', entities()],
  ])('%s yields no links and does no harm', async (_, bad) => {
    await using site = await startTestSite(origin => ({
      '/robots.txt': 'Sitemap: /bad.xml\nSitemap: /good.xml',
      '/bad.xml': bad,
      '/good.xml': sitemapOf(`${origin}/page`),
    }))

    expect((await site.map()).paths.filter(path => path !== '/')).toEqual(['/page'])
  })

  test.each([
    ['plain', (xml: Buffer) => xml],
    ['compressed', (xml: Buffer) => gzipSync(xml, { level: 0 })],
  ])('a %s one that is longer than its length keeps its links, and the map is truncated', async (_, pack) => {
    const urls = (origin: string): string[] => Array.from({ length: 200 }, (__, at) => `${origin}/${at}`)
    await using site = await startTestSite(origin => {
      const body = pack(Buffer.from(sitemapOf(...urls(origin))))
      return { '/sitemap.xml': { headers: { 'content-length': String(Math.floor(body.length / 2)) }, body } }
    })

    const { paths, cuts } = await site.map({ sitemapOnly: true })

    expect(paths).toContain('/42')
    expect(paths).not.toContain('/199')
    expect(cuts).toEqual(['links'])
  })
})

test('a page of 120,000 links is read as far as 50,000', async () => {
  await using site = await startTestSite({
    '/': Array.from({ length: 120_000 }, (_, at) => `<a href=/p/${at}>`).join(''),
  })

  const { paths, cuts } = await site.map({ ignoreSitemap: true, limit: 30_000 })

  expect(paths).toHaveLength(30_000)
  expect(cuts).toEqual(['links'])
})

function entities(): string {
  const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join(
    '',
  )
  return `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY e0 "boom"><!ENTITY file SYSTEM "file:///etc/passwd">${levels}]>
    <urlset><url><loc>&e9;</loc></url><url><loc>&file;</loc></url></urlset>`
}

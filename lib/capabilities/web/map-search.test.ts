import { describe, expect, test } from 'vitest'
import { linking, sitemapOf, startTestSite } from '#lib/capabilities/__fixtures__/test-site.ts'
import { rankLinks } from './map.ts'

const link = (href: string, text = '', title = '') => ({
  href: new URL(href, 'https://www.shop.example').href,
  text,
  title,
})
const order = async (query: string, ...links: ReturnType<typeof link>[]) => {
  const ranked = await rankLinks(links, query, url => url.hostname.replace(/\.?shop\.example$/, ''))
  return ranked.map(({ href }) => href.replace('https://www.shop.example', ''))
}

describe('search over a map', () => {
  test('brings the last of 5,000 sitemap addresses to the front, and drops what does not fit', async () => {
    await using site = await startTestSite(
      origin => ({
        '/': '<p>start',
        '/sitemap.xml': sitemapOf(
          ...Array.from({ length: 4999 }, (_, at) => `${origin}/news/${at}`),
          `${origin}/handbook/vacation-policy`,
        ),
      }),
      { budgets: { pagesMax: 5 } },
    )

    expect((await site.map({ search: 'vacation policy', limit: 3 })).paths).toEqual([
      '/handbook/vacation-policy',
    ])
    expect((await site.map({ search: 'news', limit: 3 })).paths).toEqual(['/news/0', '/news/1', '/news/2'])
    expect((await site.map({ search: 'zebra' })).paths).toEqual([])
  })

  test('continues past the limit, reads anchor texts, and does not prefer the start page', async () => {
    await using site = await startTestSite({
      '/start': `<title>Start</title><a href="/1">one</a><a href="/2">two</a><a href="/3">Opening <b>hours</b></a>`,
      '/2': '<a href="/4">Sunday opening hours</a>',
    })

    const { paths } = await site.map({
      url: `${site.origin}/start`,
      search: ' opening hours ',
      limit: 2,
      ignoreSitemap: true,
    })

    expect(paths.toSorted()).toEqual(['/3', '/4'])
  })

  test('of only spaces is ignored', async () => {
    await using site = await startTestSite({ '/': linking('/a') })

    expect((await site.map({ search: '  ', ignoreSitemap: true })).paths).toEqual(['/', '/a'])
  })

  test('after a sitemap the time for pages is limited', async () => {
    await using site = await startTestSite(
      origin => ({
        '/': linking('/slow'),
        '/slow': () => undefined,
        '/sitemap.xml': sitemapOf(`${origin}/listed`),
      }),
      { budgets: { searchMs: 200 } },
    )

    const { paths, cuts } = await site.map({ search: 'listed' })

    expect(paths).toEqual(['/listed'])
    expect(cuts).toEqual(['time'])
  })
})

describe('relevance', () => {
  test('words of the URL count more than words of texts, and the whole query most', async () => {
    expect(
      await order(
        'api keys',
        link('/blog/keys', 'x'),
        link('/a', 'about keys and an api'),
        link('/docs/api-keys'),
      ),
    ).toEqual(['/docs/api-keys', '/a', '/blog/keys'])
  })

  test('rare words count more than common ones', async () => {
    const common = Array.from({ length: 20 }, (_, at) => link(`/guide/${at}`))
    expect((await order('guide zebra', ...common, link('/zebra')))[0]).toBe('/zebra')
  })

  test.each([
    ['case and camelCase', 'user settings', '/UserSettings'],
    ['accents', 'uber cafe', '/%C3%BCber-caf%C3%A9'],
    ['a plural', 'invoices', '/invoice/7'],
    ['a value of the query', 'shoes', '/list?category=shoes'],
    ['letters of another width', 'ＡＰＩ', '/api'],
    ['Russian', 'цены доставки', '/' + encodeURIComponent('доставка-цены')],
    ['Chinese, two characters of a longer run', '学习', '/' + encodeURIComponent('机器学习入门')],
    ['Japanese', '東京', '/' + encodeURIComponent('東京タワー')],
    ['Thai', 'กรุงเทพ', '/' + encodeURIComponent('เที่ยวกรุงเทพ')],
    ['a part of a word, in one piece', 'netes', '/kubernetes'],
  ])('%s', async (_, query, path) => {
    expect(await order(query, link('/other'), link(path), link('/more'))).toEqual([path])
  })

  test('a subdomain counts, the registrable domain does not', async () => {
    expect(await order('shop', link('/a'), link('https://docs.shop.example/b'))).toEqual([])
    expect(await order('docs', link('/a'), link('https://docs.shop.example/b'))).toEqual([
      'https://docs.shop.example/b',
    ])
  })

  test('punctuation alone matches only itself', async () => {
    expect(await order('***', link('/a'), link('/b'))).toEqual([])
    expect(await order('?!', link('/a'), link('/b', 'really?!'))).toEqual(['/b'])
  })

  test('more text about a link does not lower its rank', async () => {
    expect(await order('page', link('/page/a', 'a long text of a page', 'Title'), link('/page/b'))).toEqual([
      '/page/a',
      '/page/b',
    ])
  })

  test('equal links keep their order', async () => {
    expect(await order('page', link('/page/b'), link('/page/a'), link('/page/c'))).toEqual([
      '/page/b',
      '/page/a',
      '/page/c',
    ])
  })

  test('a URL with a stray percent sign is ranked verbatim', async () => {
    expect(await order('sale', link('/100%-sale'), link('/%E0%A4%A'))).toEqual(['/100%-sale'])
  })
})

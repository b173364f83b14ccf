import { describe, expect, test } from 'vitest'
import {
  atPort,
  linking,
  sitemapOf,
  startTestSite,
  type TestPages,
} from '#lib/capabilities/__fixtures__/test-site.ts'

const listed = async (pages: TestPages, params: Record<string, unknown> = {}) => {
  await using site = await startTestSite(pages)
  return (await site.map({ sitemapOnly: false, ignoreSitemap: true, ...params })).paths
}

describe('links are read from', () => {
  test('anchors, areas, frames, refreshes, head links and the Link header; never from scripts', async () => {
    const body = `<html><head>
      <link rel="canonical" href="/canonical"><link rel=next href=/next><link rel="prev" href="/prev">
      <link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="application/rss+xml" href="/feed">
      <link rel="stylesheet" href="/style"><meta http-equiv="Refresh" content="5; URL='/refreshed'">
      <script>document.write('<a href="/scripted">')</script><style>a::after{content:'<a href="/styled">'}</style></head>
      <body><a href='/single'>x</a><A HREF=/upper>x</A><map><area href="/area"></map><iframe src="/framed"></iframe>
      <!-- <a href="/comment"> --><a rel="nofollow" href="/nofollow">x</a><a>none</a><a href="">empty</a>
      <a href="#top">top</a><a href="javascript:void(0)">js</a><a href="mailto:a@b.example">mail</a>
      <a href="  /spaced
        ">x</a><a href="/amp?a=1&amp;b=2">x</a><img src="/picture"><textarea><a href="/typed"></textarea>`

    const paths = await listed({
      '/': { body, headers: { link: '</header>; rel="next", </other>; rel=prev' } },
    })

    expect(paths).toEqual(
      '/ /header /canonical /next /prev /de /refreshed /single /upper /area /framed /nofollow /spaced /amp?a=1&b=2'.split(
        ' ',
      ),
    )
  })

  test('frames', async () => {
    expect(await listed({ '/': '<frameset><frame src="/left"><frame src="right"></frameset>' })).toEqual([
      '/',
      '/left',
      '/right',
    ])
  })

  test('HTML alone', async () => {
    const body = '{"a":"<a href=\\"/x\\">"}'
    expect(await listed({ '/': { body, headers: { 'content-type': 'application/json' } } })).toEqual(['/'])
  })
})

describe('an address is resolved', () => {
  test('against the first base, and as browsers do', async () => {
    await using site = await startTestSite(origin => ({
      '/shop/start': `<a href="before">b</a><base href="/deep/dir/"><base href="/other/">
        <a href="page">1</a><a href="../up">2</a><a href="./here">3</a><a href="?only">4</a>
        <a href="//127.0.0.1:${origin.split(':')[2]}/protocol">5</a><a href="/a/b/../c/./d">6</a>
        <a href="HTTP://127.0.0.1:${origin.split(':')[2]}/case">7</a>`,
    }))

    const { paths } = await site.map({ url: `${site.origin}/shop/start`, ignoreSitemap: true })

    expect(paths).toEqual([
      '/shop/start',
      '/deep/dir/before',
      '/deep/dir/page',
      '/deep/up',
      '/deep/dir/here',
      '/deep/dir/?only',
      '/protocol',
      '/a/c/d',
      '/case',
    ])
  })

  test('with hosts in any case, default ports and international names', async () => {
    const hosts = ['xn--bcher-kva.example', 'www.xn--bcher-kva.example']
    await using site = await startTestSite(
      {
        'xn--bcher-kva.example/': atPort(
          port =>
            `<a href="http://BÜCHER.example:${port}/a">1</a><a href="http://www.xn--bcher-kva.example:${port}/b">2</a>
             <a href="http://bücher.example/other-port">3</a><a href="/ü">4</a><a href="/%c3%bc">5</a>`,
        ),
      },
      { hosts },
    )

    const { answer } = await site.map({ url: `http://Bücher.example:${site.port}`, ignoreSitemap: true })

    const origin = `http://xn--bcher-kva.example:${site.port}`
    expect(answer.links).toEqual([
      `${origin}/`,
      `${origin}/a`,
      `http://www.xn--bcher-kva.example:${site.port}/b`,
      `${origin}/%C3%BC`,
    ])
  })
})

describe('one page is listed once', () => {
  test('however its address is spelled, and in the first spelling', async () => {
    const links = linking(
      '/a/',
      '/a',
      '/a?utm_source=x&utm_medium=y',
      '/a?gclid=1&fbclid=2&msclkid=3&mc_cid=4&mc_eid=5',
      '/a#part',
      '/a?',
      '/b?y=2&x=1',
      '/b?x=1&y=2&PHPSESSID=77&sid=8',
      '/b;jsessionid=ABC?x=1&y=2',
      '/c%7Ed',
      '/c~d',
      '/e%2fg',
      '/e%2Fg',
      '/e/g',
    )

    expect(await listed({ '/': links })).toEqual(['/', '/a/', '/b?y=2&x=1', '/c%7Ed', '/e%2fg', '/e/g'])
  })

  test('with https if that was seen, with or without www', async () => {
    const hosts = ['www.shop.example', 'shop.example']
    await using site = await startTestSite(
      {
        'shop.example/': atPort(port =>
          linking(
            ...['http://', 'http://www.', 'https://', 'http://'].map(
              (start, at) => `${start}shop.example:${port}/${at % 2 === 0 ? 'a' : 'b'}`,
            ),
          ),
        ),
      },
      { hosts },
    )

    const { answer } = await site.map({ url: `http://shop.example:${site.port}/`, ignoreSitemap: true })

    expect(answer.links).toEqual([
      `http://shop.example:${site.port}/`,
      `https://shop.example:${site.port}/a`,
      `http://www.shop.example:${site.port}/b`,
    ])
  })

  test('but every id of a query, and every route in a fragment, is a page of its own', async () => {
    const ids = Array.from({ length: 200 }, (_, at) => `/item?id=${at + 1}`)

    const paths = await listed({ '/': linking(...ids, '/app#/users', '/app#!/about', '/app#top') })

    expect(paths).toEqual(['/', ...ids, '/app#/users', '/app#!/about', '/app'])
  })

  test('but the routes of a menu are listed on its first page only, and each page is fetched once', async () => {
    const pages = Array.from({ length: 10 }, (_, at) => `/p${at}`)
    const page = linking('#/contact', '#/cart', ...pages)
    await using site = await startTestSite(Object.fromEntries(['/', ...pages].map(path => [path, page])))

    const { paths } = await site.map({ ignoreSitemap: true })

    expect(paths).toEqual(['/', '/#/contact', '/#/cart', ...pages])
    expect(site.asked.filter(path => path !== '/robots.txt').toSorted()).toEqual(['/', ...pages].toSorted())
  })

  test('but the document of a route is fetched once, however many routes lead to it', async () => {
    await using site = await startTestSite({
      '/': linking('/app#/one', '/app#/two', '/app'),
      '/app': linking('#/three', '/last'),
    })

    const { paths } = await site.map({ ignoreSitemap: true })

    expect(paths).toEqual(['/', '/app#/one', '/app#/two', '/app', '/app#/three', '/last'])
    expect(site.asked.filter(path => path === '/app')).toHaveLength(1)
  })
})

describe('text that is not UTF-8', () => {
  const anchors = (hex: string) => Buffer.from(hex, 'hex')
  test.each([
    // あ in Shift_JIS, 中 in GB 18030, é in ISO 8859-1
    ['shift_jis', '<meta charset="shift_jis"><a href="/', '82a0', '/%E3%81%82', 'text/html'],
    [
      'gb18030',
      '<meta http-equiv="Content-Type" content="text/html; charset=gb18030"><a href="/',
      'd6d0',
      '/%E4%B8%AD',
      'text/html',
    ],
    [
      'the header against the meta',
      '<meta charset="utf-8"><a href="/',
      'e9',
      '/%C3%A9',
      'text/html; charset=ISO-8859-1',
    ],
    ['no charset at all', '<a href="/', 'c3a9', '/%C3%A9', 'text/html'],
    ['a charset that does not exist', '<a href="/', 'c3a9', '/%C3%A9', 'text/html; charset=nonsense'],
  ])('%s', async (_, head, hex, path, type) => {
    const body = Buffer.concat([Buffer.from(head), anchors(hex), Buffer.from('">x</a>')])

    expect(await listed({ '/': { body, headers: { 'content-type': type } } })).toEqual(['/', path])
  })

  test('a title in a charset that nothing states', async () => {
    const page = '<title>Grüße aus München</title><p>Über den Dächern hören wir die Bäche.</p>'
    await using site = await startTestSite({
      '/': { body: Buffer.from(page, 'latin1'), headers: { 'content-type': 'text/html' } },
    })
    const { answer } = await site.map({ ignoreSitemap: true, details: true })

    expect(answer).toMatchObject({ details: [{ title: 'Grüße aus München' }] })
  })

  test('UTF-16 with a mark, against its header', async () => {
    const body = Buffer.from('\uFEFF<a href="/é">x</a>', 'utf16le')

    expect(await listed({ '/': { body, headers: { 'content-type': 'text/html; charset=utf-8' } } })).toEqual([
      '/',
      '/%C3%A9',
    ])
  })
})

test('details say where each link was found', async () => {
  await using site = await startTestSite(origin => ({
    '/': `<title> The  start </title>${linking('/page', '/listed')}`,
    '/page': '<title>A page &amp; more</title><a href="/crawled">x</a>',
    '/sitemap.xml': sitemapOf(`${origin}/listed`),
  }))

  const { answer } = await site.map({ details: true })

  expect(answer).toEqual({
    success: true,
    links: ['/', '/listed', '/page', '/crawled'].map(path => site.origin + path),
    details: [
      { url: `${site.origin}/`, source: 'page', depth: 0, title: 'The start' },
      { url: `${site.origin}/listed`, source: 'sitemap', depth: 1 },
      { url: `${site.origin}/page`, source: 'page', depth: 1, title: 'A page & more' },
      { url: `${site.origin}/crawled`, source: 'crawl', depth: 2 },
    ],
    sitemaps: [`${site.origin}/sitemap.xml`],
    stopped: 'done',
  })
})

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  atPort,
  indexOf,
  linking,
  sitemapOf,
  startTestSite,
} from '#lib/capabilities/__fixtures__/test-site.ts'

describe('a site without a sitemap', () => {
  test('is crawled: the start page, its links, and what they lead to', async () => {
    await using site = await startTestSite({
      '/': linking('/a', '/b', 'https://elsewhere.example/'),
      '/a': linking('/a/1', '/'),
      '/b': linking('/b/1'),
      '/b/1': linking('/b/1/x'),
    })

    const { paths, answer, cuts } = await site.map()

    expect(paths).toEqual(['/', '/a', '/b', '/a/1', '/b/1', '/b/1/x'])
    expect(Object.keys(answer)).toEqual(['success', 'links'])
    expect(cuts).toEqual([])
  })

  test('and without a link is its start page', async () => {
    await using site = await startTestSite({ '/': '<p>hello' })

    expect((await site.map()).paths).toEqual(['/'])
  })

  test('and with a missing start page is empty', async () => {
    await using site = await startTestSite({})

    expect((await site.map()).answer).toEqual({ success: true, links: [] })
  })
})

describe('the sitemaps that robots.txt names', () => {
  test('are fetched exactly as written, packed or relative, and no others', async () => {
    await using site = await startTestSite(origin => ({
      '/robots.txt': `\uFEFFUser-agent: *\nDisallow:\nSitemap: ${origin}/deep/map.xml.gz\nsitemap: /second?x=1\n`,
      '/deep/map.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(sitemapOf(`${origin}/one`)),
      },
      '/second?x=1': sitemapOf(`${origin}/two`),
    }))

    const { paths } = await site.map()

    expect(paths).toEqual(['/one', '/two'])
    expect(site.asked).toEqual(expect.arrayContaining(['/deep/map.xml.gz', '/second?x=1']))
    expect(site.asked).not.toContain('/sitemap.xml')
  })

  test('fall back to the default locations, up to the first sitemap, on sites that name none', async () => {
    await using site = await startTestSite(origin => ({
      '/robots.txt': 'User-agent: *\nDisallow:\n',
      '/sitemap.xml': linking('/not-found-page-with-status-200'),
      '/sitemap-index.xml': sitemapOf(`${origin}/one`),
      '/wp-sitemap.xml': sitemapOf(`${origin}/two`),
    }))

    const { paths } = await site.map({ sitemapOnly: true })

    expect(paths).toEqual(['/one'])
    expect(site.asked.slice(2)).toEqual(['/sitemap.xml', '/sitemap_index.xml', '/sitemap-index.xml'])
  })

  test('are requested again while the site is busy', async () => {
    let asked = 0
    await using site = await startTestSite(origin => ({
      '/robots.txt': 'Sitemap: /map.xml',
      '/map.xml': () =>
        asked++ === 0 ? { status: 429, headers: { 'retry-after': '0' } } : sitemapOf(`${origin}/one`),
    }))

    expect((await site.map()).paths).toEqual(['/one'])
  })

  test('may be text, one address a line', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.txt': `\uFEFF${origin}/one\r\n\r\n  ${origin}/two  \nnot an address\n`,
    }))

    expect((await site.map()).paths).toEqual(['/one', '/two'])
  })

  test('are never requested with ignoreSitemap; robots.txt still is', async () => {
    await using site = await startTestSite(origin => ({
      '/': linking('/a'),
      '/robots.txt': `Sitemap: ${origin}/map.xml`,
      '/map.xml': sitemapOf(`${origin}/hidden`),
    }))

    const { paths } = await site.map({ ignoreSitemap: true })

    expect(paths).toEqual(['/', '/a'])
    expect(site.asked.filter(path => path.includes('map'))).toEqual([])
    expect(site.asked).toContain('/robots.txt')
  })
})

describe('an index', () => {
  test('has children with any compression and any name', async () => {
    await using site = await startTestSite(origin => {
      const packed = (name: string) => gzipSync(sitemapOf(`${origin}/${name}`))
      return {
        '/sitemap.xml': indexOf(
          ...['a.xml.gz', 'b.bin', 'c.xml', 'd.gz', 'e.xml'].map(name => `${origin}/${name}`),
        ),
        '/a.xml.gz': { headers: { 'content-type': 'application/x-gzip' }, body: packed('a') },
        '/b.bin': { headers: { 'content-type': 'application/octet-stream' }, body: packed('b') },
        '/c.xml': { headers: { 'content-encoding': 'gzip' }, body: packed('c') },
        // Named like a gzipped file, but plain.
        '/d.gz': sitemapOf(`${origin}/d`),
        // Compressed twice: content encoding, and a gzipped file.
        '/e.xml': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(packed('e')) },
      }
    })

    expect((await site.map()).paths).toEqual(['/a', '/b', '/c', '/d', '/e'])
  })

  test('keeps its order, depth first, whatever responds first', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.xml': indexOf(
        `${origin}/x/index.xml`,
        `${origin}/two.xml`,
        `${origin}/missing.xml`,
        `${origin}/three.xml`,
      ),
      '/x/index.xml': indexOf(`${origin}/one.xml`),
      '/one.xml': (_, response) => {
        setTimeout(() => response.end(sitemapOf(`${origin}/1`, `${origin}/2`)), 60)
        return undefined
      },
      '/two.xml': sitemapOf(`${origin}/3`),
      '/three.xml': sitemapOf(`${origin}/4`, `${origin}/1`),
    }))

    const { paths, answer } = await site.map({ details: true })

    expect(paths).toEqual(['/1', '/2', '/3', '/4'])
    expect(answer.sitemaps).toEqual(
      ['/sitemap.xml', '/x/index.xml', '/one.xml', '/two.xml', '/three.xml'].map(path => site.origin + path),
    )
  })

  test('that lists itself, and two that list each other, are read once', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.xml': indexOf(`${origin}/sitemap.xml`, `${origin}/b.xml`, `${origin}/pages.xml`),
      '/b.xml': indexOf(`${origin}/sitemap.xml`, `${origin}/b.xml`),
      '/pages.xml': sitemapOf(`${origin}/page`),
    }))

    expect((await site.map()).paths).toEqual(['/page'])
    expect(site.asked.filter(path => path === '/sitemap.xml' || path === '/b.xml')).toHaveLength(2)
  })

  test('is followed three levels deep, and reports that there was more', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.xml': indexOf(`${origin}/2.xml`),
      '/2.xml': indexOf(`${origin}/3.xml`),
      '/3.xml': indexOf(`${origin}/4.xml`),
      '/4.xml': sitemapOf(`${origin}/too-deep`),
    }))

    const { paths, cuts } = await site.map()

    expect(paths).toEqual([])
    expect(cuts).toEqual(['sitemaps'])
  })

  test('is read up to the file limit', async () => {
    await using site = await startTestSite(
      origin => ({
        '/sitemap.xml': indexOf(...['a', 'b', 'c'].map(name => `${origin}/${name}.xml`)),
        '/a.xml': sitemapOf(`${origin}/a`),
        '/b.xml': sitemapOf(`${origin}/b`),
        '/c.xml': sitemapOf(`${origin}/c`),
      }),
      { budgets: { sitemapFilesMax: 3 } },
    )

    const { paths, cuts } = await site.map()

    expect(paths).toEqual(['/a', '/b'])
    expect(cuts).toEqual(['sitemaps'])
  })
})

describe('in a sitemap', () => {
  test('byte order marks, empty lines, CDATA, entities and prefixes make no difference', async () => {
    await using site = await startTestSite(origin => ({
      '/robots.txt': 'Sitemap: /cdata.xml\nSitemap: /prefix.xml',
      '/cdata.xml': `\uFEFF\n\n<?xml version="1.0" encoding="UTF-8"?><!-- made by hand -->
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc><![CDATA[${origin}/a?x=1&y=2]]></loc></url>
        <url><loc>\n  ${origin}/b?x=1&amp;y=2\n</loc><lastmod>2024-05-01</lastmod></url></urlset>`,
      '/prefix.xml': `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sm:url><sm:loc>${origin}/c</sm:loc></sm:url></sm:urlset>`,
    }))

    const { paths, answer } = await site.map({ details: true })

    expect(paths).toEqual(['/a?x=1&y=2', '/b?x=1&y=2', '/c'])
    expect(answer.details?.map(({ source, depth, lastmod }) => ({ source, depth, lastmod }))).toEqual([
      { source: 'sitemap', depth: 1 },
      { source: 'sitemap', depth: 1, lastmod: '2024-05-01' },
      { source: 'sitemap', depth: 1 },
    ])
  })

  test('URLs of images, videos and translations are not pages', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
          xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
        <url><image:image><image:loc>${origin}/image-page</image:loc></image:image>
          <image:loc>${origin}/stray</image:loc>
          <loc>${origin}/page</loc>
          <xhtml:link rel="alternate" hreflang="de" href="${origin}/de"/></url></urlset>`,
    }))

    expect((await site.map()).paths).toEqual(['/page'])
  })

  test('other sites, assets and other schemes are left out; documents stay', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.xml': sitemapOf(
        `${origin}/page`,
        'https://other.example/page',
        'ftp://127.0.0.1/file',
        `${origin}/logo.PNG`,
        `${origin}/guide.pdf`,
        `${origin}/notes.txt`,
        `${origin}/letter.docx`,
      ),
    }))

    expect((await site.map()).paths).toEqual(['/page', '/guide.pdf', '/notes.txt', '/letter.docx'])
  })

  test('a redirect from www to the bare name is followed', async () => {
    const hosts = ['www.shop.example', 'shop.example']
    await using site = await startTestSite(
      {
        'www.shop.example/sitemap.xml': request => ({
          status: 301,
          headers: { location: `http://${request.headers.host?.slice(4)}/sitemap.xml` },
        }),
        'shop.example/sitemap.xml': atPort(port => sitemapOf(`http://shop.example:${port}/a`)),
      },
      { hosts },
    )

    const { answer } = await site.map({ url: `http://www.shop.example:${site.port}/` })

    expect(answer.links).toEqual([`http://shop.example:${site.port}/a`])
  })

  test('entries before a truncation count', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.xml': (_, response) => {
        response.write(sitemapOf(`${origin}/one`, `${origin}/two`).replace('</urlset>', '<url><loc>'), () =>
          setTimeout(() => response.destroy(), 20),
        )
        return undefined
      },
    }))

    const { paths, cuts } = await site.map()

    expect(paths).toEqual(['/one', '/two'])
    expect(cuts).toEqual(['links'])
  })
})

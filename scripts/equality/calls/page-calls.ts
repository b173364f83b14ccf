import type { CallGroup } from './call-group.ts'

/** Map requests for paths of the site. */
const maps: Readonly<Record<string, object>> = {
  'the whole site': {},
  'with details': { details: true, limit: 20 },
  'five links': { limit: 5 },
  'words to look for': { search: 'tides', limit: 10 },
  'sitemaps alone': { sitemapOnly: true },
  'no sitemaps': { ignoreSitemap: true, limit: 12 },
  subdomains: { includeSubdomains: true, limit: 3 },
  'null fields': { search: null, limit: 3, unknown: 1 },
}

const wrongMaps: Readonly<Record<string, object>> = {
  'no address': {},
  'a private address': { url: 'http://127.0.0.1:9/' },
  'an address of another scheme': { url: 'ftp://example.org/' },
  'no address at all': { url: 'http://' },
  'too many links': { url: 'https://example.org', limit: 30_001 },
  'too little time': { url: 'https://example.org', timeout: 10 },
  'a number as an address': { url: 7 },
}

export const mapCalls: CallGroup = {
  name: 'maps',
  async run({ record, site }) {
    const url = site.origin
    for (const [name, fields] of Object.entries(maps)) {
      await record(`map, ${name}`, { path: '/v1/map', json: { url, ...fields } })
    }
    for (const sitemap of ['include', 'skip', 'only', 'never']) {
      await record(`map v2, ${sitemap}`, { path: '/v2/map', json: { url, sitemap, limit: 10 } })
    }
    await record('map of one page that is not there', {
      path: '/v1/map',
      json: { url: `${url}/gone`, limit: 3 },
    })
    await record('map in its flat form', { path: '/v1/web', json: { url, limit: 4 } })
    await record('map in the envelope', {
      path: '/v1/web',
      json: { model: 'map', params: { url, limit: 4 } },
    })
    for (const [name, json] of Object.entries(wrongMaps)) {
      await record(`map, ${name}`, { path: '/v1/map', json })
      await record(`map in the envelope, ${name}`, { path: '/v1/web', json: { model: 'map', params: json } })
    }
    {
      using _broken = site.breakOff()
      await record('map of a site that breaks off', {
        path: '/v1/map',
        json: { url: `${url}/docs`, limit: 3 },
      })
    }
    for (const [name, json] of Object.entries({
      'an unknown model': { model: 'paint', params: {} },
      'a model without params': { model: 'scrape' },
      'a number as a model': { model: 7, url },
      nothing: {},
    })) {
      await record(`web, ${name}`, { path: '/v1/web', json })
    }
  },
}

const all = ['markdown', 'html', 'rawHtml', 'text', 'links']

const scrapes: Readonly<Record<string, object>> = {
  markdown: {},
  'every form': { formats: all },
  'the whole page': { onlyMainContent: false },
  'some elements': { includeTags: ['h1', 'p'], excludeTags: ['h2'] },
  'a kept copy': { maxAge: 60_000 },
  'a kept copy again': { maxAge: 60_000 },
  'as a phone': { mobile: true },
  'with headers': { headers: { 'x-own': 'yes', accept: 'text/plain' } },
  'a PDF that is not read': { url: '/files/almanac.pdf', parsePDF: false },
  'a PDF that cannot be read': { url: '/files/almanac.pdf' },
  'another charset': { url: '/ja', formats: ['markdown', 'text'] },
  'a redirect': { url: '/moved' },
  'a page that is not there': { url: '/gone' },
  'a hostile page': { url: '/hostile', formats: all },
  'a large page': { url: '/big', formats: ['text'] },
  'a picture': { url: '/pictures/1.png' },
  'an unknown form': { formats: ['poem'] },
  'a screenshot without a browser': { formats: ['screenshot'] },
  'scripts without a browser': { waitFor: 100 },
  'a wrong selector': { includeTags: ['p['] },
  'a header that is refused': { headers: { host: 'x' } },
  'too little time': { timeout: 1 },
  'a private address': { url: 'http://127.0.0.1:9/' },
  'an address with a name': { url: 'http://user:secret@example.org/' },
}

export const scrapeCalls: CallGroup = {
  name: 'scrapes',
  async run({ record, site, upstreamOrigin }) {
    for (const [name, fields] of Object.entries(scrapes)) {
      const params = absolute({ url: '/docs/tides', ...fields }, site.origin)
      await record(`scrape, ${name}`, { path: '/v1/web', json: { model: 'scrape', params } })
      if (name !== 'a kept copy again')
        await record(`flat scrape, ${name}`, { path: '/v1/scrape', json: params })
    }
    await record('flat scrape v2', {
      path: '/v2/scrape',
      json: { url: `${site.origin}/docs/tides`, formats: all },
    })
    await record('what a page is asked', {
      path: '/v1/scrape',
      json: { url: `${upstreamOrigin}/page`, headers: { 'x-own': 'yes' } },
      next: [
        {
          kind: 'raw',
          headers: { 'content-type': 'text/html' },
          parts: ['<title>Page</title><main><h1>Page</h1><p>It has words enough to be a page.</p></main>'],
        },
      ],
    })
    {
      using _broken = site.breakOff('/docs/boats')
      await record('scrape of a page that breaks off', {
        path: '/v1/scrape',
        json: { url: `${site.origin}/docs/boats` },
      })
    }
  },
}

function absolute<T extends { readonly url: string }>(params: T, origin: string): T {
  return params.url.startsWith('/') ? { ...params, url: origin + params.url } : params
}

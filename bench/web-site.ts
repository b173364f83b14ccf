/** `node web-site.ts PORT`: a website of 20,000 pages on loopback, with a sitemap index of gzipped files. */
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { articleOf } from './web-article.ts'

const pages = 20_000
const perSitemap = 5000
const childrenOf = 10
const port = Number(process.argv[2])
const origin = `http://127.0.0.1:${port}`
const words = 'the guide shows how every part of the product is set up kept safe and taken down again'.split(
  ' ',
)

createServer((request, response) => {
  const path = request.url ?? '/'
  const page = path === '/' ? 0 : Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
  if (page < pages) return response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(page))
  const packed = /^\/sitemaps\/(\d+)\.xml\.gz$/.exec(path)?.[1]
  if (packed !== undefined) {
    return response.setHeader('content-type', 'application/gzip').end(sitemaps[Number(packed)])
  }
  const article = /^\/article\/(\d+)$/.exec(path)?.[1]
  if (article !== undefined)
    return response.setHeader('content-type', 'text/html').end(articleOf(Number(article)).html)
  const hostile = hostilePages[path]
  if (hostile !== undefined) return void response.writeHead(200, hostile.headers).end(hostile.body)
  if (path === '/sitemap.xml') return response.setHeader('content-type', 'application/xml').end(index())
  if (path === '/robots.txt')
    return response.end(`User-agent: *\nDisallow:\nSitemap: ${origin}/sitemap.xml\n`)
  return response.writeHead(404).end()
}).listen(port, '127.0.0.1')

const sitemaps = Array.from({ length: pages / perSitemap }, (_, at) => gzipSync(sitemapOf(at * perSitemap)))

const html = { 'content-type': 'text/html' }
const packedHtml = { ...html, 'content-encoding': 'gzip' }
/** Traps for careless crawlers, linked from one page. */
const hostilePages: Readonly<Record<string, { headers: Record<string, string>; body: string | Buffer }>> = {
  '/hostile': {
    headers: html,
    body: ['bomb', 'links', 'nested', 'attributes'].map(name => `<a href="/hostile/${name}">x</a>`).join(''),
  },
  '/hostile/bomb': { headers: packedHtml, body: gzipSync(Buffer.alloc(256 * 1024 * 1024)) },
  '/hostile/links': {
    headers: html,
    body: Array.from({ length: 100_000 }, (_, at) => `<a href="/hostile/none/${at}">x</a>`).join('\n'),
  },
  '/hostile/nested': { headers: html, body: '<div>'.repeat(50_000) },
  '/hostile/attributes': {
    headers: html,
    body: `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}=x`).join(' ')}>`,
  },
}

/** About 7 KB, with a menu of 10 links and up to 10 pages below it. */
function pageOf(page: number): string {
  const children = Array.from({ length: childrenOf }, (_, at) => page * childrenOf + at + 1).filter(
    at => at < pages,
  )
  const menu = Array.from({ length: 10 }, (_, at) => `<li><a href="/p/${at}">Section ${at}</a></li>`).join('')
  const below = children
    .map(child => `<li><a class="child" href="/p/${child}">Page ${child}</a></li>`)
    .join('\n')
  const paragraphs = Array.from({ length: 12 }, (_, at) => `<p>${sentence(page + at)}</p>`).join('\n')
  return `<!doctype html><html lang="en"><head><title>Page ${page}</title><link rel="canonical" href="/p/${page}">
<meta name="description" content="${sentence(page)}"><link rel="stylesheet" href="/main.css"></head>
<body><nav><ul>${menu}</ul></nav><main><h1>Page ${page}</h1>${paragraphs}<ul>${below}</ul></main></body></html>`
}

function sentence(seed: number): string {
  return Array.from({ length: 80 }, (_, at) => words[(seed * 7 + at * 3) % words.length]).join(' ')
}

function sitemapOf(first: number): string {
  const urls = Array.from({ length: perSitemap }, (_, at) => {
    return `<url><loc>${origin}/p/${first + at}</loc><lastmod>2026-01-01</lastmod><priority>0.5</priority></url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`
}

function index(): string {
  const files = sitemaps.map((_, at) => `<sitemap><loc>${origin}/sitemaps/${at}.xml.gz</loc></sitemap>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files.join('')}</sitemapindex>`
}

import { gzipSync } from 'node:zlib'
import type { SitePage } from './site-page.ts'
import { blogPosts, docPages } from './site-texts.ts'

/** robots.txt, the sitemap index that it names, and the index's two sitemaps, one of them gzipped. */
export function siteSitemaps(origin: string): readonly (readonly [path: string, page: SitePage])[] {
  const docs = docPages.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`)
  const posts = blogPosts.map(
    ({ path, date }) => `<url><loc>${origin}${path}</loc><lastmod>${date}</lastmod></url>`,
  )
  const index = ['/sitemaps/docs.xml.gz', '/sitemaps/blog.xml'].map(
    path => `<sitemap><loc>${origin}${path}</loc></sitemap>`,
  )
  return [
    ['/robots.txt', text(`User-agent: *\nDisallow: /private/\nSitemap: ${origin}/sitemap.xml\n`)],
    ['/sitemap.xml', xml(wrap('sitemapindex', index))],
    [
      '/sitemaps/docs.xml.gz',
      { headers: { 'content-type': 'application/gzip' }, body: gzipSync(wrap('urlset', docs)) },
    ],
    ['/sitemaps/blog.xml', xml(wrap('urlset', posts))],
  ]
}

function wrap(element: string, children: readonly string[]): string {
  return `<?xml version="1.0"?><${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${children.join('')}</${element}>`
}

function xml(body: string): SitePage {
  return { headers: { 'content-type': 'application/xml' }, body }
}

function text(body: string): SitePage {
  return { headers: { 'content-type': 'text/plain' }, body }
}

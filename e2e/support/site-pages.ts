import { hostilePage } from './site-hostile.ts'
import type { SitePage } from './site-page.ts'
import { blogPosts, docPages, guidePages, type TextPage } from './site-texts.ts'

/** Every page of the site by its path; pages in no sitemap are reachable by links, `/waves` by its URL alone. */
export function sitePages(): readonly (readonly [path: string, page: SitePage])[] {
  const texts = [...docPages, ...blogPosts].map(page => [page.path, html(article(page))] as const)
  return [
    ['/', html(home)],
    ...texts,
    ...guidePages.map((page, at) => [page.path, html(article(page, guidePages[at + 1]))] as const),
    [
      '/about',
      html(article({ path: '/about', title: 'About', text: 'Friends of the harbour, since 2021.' })),
    ],
    ['/moved', { status: 301, headers: { location: '/about' }, body: '' }],
    ...[1, 2, 3].map(number => [`/shop?page=${number}`, html(shelf(number))] as const),
    ['/files/almanac.pdf', { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4\n%%EOF\n' }],
    ['/private/ledger', html(article({ path: '/private/ledger', title: 'Ledger', text: 'Nobody asks.' }))],
    ['/ja', { headers: { 'content-type': 'text/html' }, body: Buffer.from(japanese, 'base64') }],
    ['/big', html(`<main><h1>Log of the tides</h1>${bigLog()}</main>`)],
    ['/hostile', html(hostilePage)],
    ['/waves', html(waves)],
    ...[1, 2, 3].map(number => [`/pictures/${number}.png`, picture] as const),
  ]
}

// A small gray image.
const picture: SitePage = {
  headers: { 'content-type': 'image/png' },
  body: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQI12Mo75iJFTEMpAQAZQBMgfGNWs8AAAAASUVORK5CYII=',
    'base64',
  ),
}

const home = `<main><h1>Friends of the harbour</h1><p>All about tides, boats and the harbour.</p>
<ul>${['/about', '/guides/knots', '/shop?page=1', '/files/almanac.pdf', '/private/ledger', '/ja', '/big']
  .concat('/hostile', '/moved', '/gone')
  .map(path => `<li><a href="${path}">${path.slice(1)}</a></li>`)
  .join('')}</ul></main>`

function article({ title, text }: TextPage, next?: TextPage): string {
  const onward = next === undefined ? '' : `<p>Next: <a href="${next.path}">${next.title}</a></p>`
  return `<title>${title}</title><nav><a href="/">Home</a> <a href="/docs/tides">Docs</a></nav>
<main><article><h1>${title}</h1><p>${text}</p><h2>More of it</h2><p>This page is about ${title.toLowerCase()}, and the
harbour keeps it up to date for everybody who goes out to sea, by day and by night.</p>${onward}</article></main>
<footer>Printed by the harbour office</footer>`
}

function shelf(number: number): string {
  const next = number < 3 ? `<a href="/shop?page=${number + 1}">Next page</a>` : ''
  return `<title>Shop, page ${number}</title><main><h1>Shop</h1><p>Ropes and lamps, page ${number}.</p>${next}</main>`
}

const waves = `<title>Waves</title><main><article><h1>Waves</h1><p>In deep water the speed of a wave follows from its
length: <math><semantics><mi>c</mi><annotation encoding="application/x-tex">c = \\sqrt{\\frac{gL}{2\\pi}}</annotation></semantics></math>.
A chart of them costs $5, or $6 at the harbour.</p><table><tr><th>Wave</th><th>Seen</th></tr>
<tr><td>Swell</td><td><ul><li>in spring</li><li>in autumn</li></ul></td></tr></table></article></main>`

// Too large for a reader to render at once.
function bigLog(): string {
  return Array.from(
    { length: 1500 },
    (_, hour) =>
      `<h2>Hour ${hour + 1}</h2><p>The water stood at ${(hour * 37) % 500} centimetres, and the wind came from the west with
${hour % 9} Beaufort. A boat went out, a boat came in, and the gauge at the end of the mole was read by its keeper.</p>`,
  ).join('')
}

function html(body: string): SitePage {
  return { body: `<!doctype html><html lang="en"><meta charset="utf-8">${body}</html>` }
}

// Bytes in Shift_JIS, which Node cannot encode: a Japanese page about tides that declares its charset in a
// meta element.
const japanese =
  'PCFkb2N0eXBlIGh0bWw+PGh0bWwgbGFuZz0iamEiPjxoZWFkPjxtZXRhIGNoYXJzZXQ9IlNoaWZ0X0pJUyI+PHRpdGxlPpKqgsyWnoK/iPiCqzwvdGl0' +
  'bGU+PC9oZWFkPjxib2R5PjxtYWluPjxoMT6SqoLMlp6Cv4j4gqs8L2gxPjxwPpKqgsyWnoK/iPiCq4LNgUGO5YLJjI6CzIj4l82CyYLmgsGCxItOgrGC6I' +
  'LcgreBQopDgsyQhYLNiOqT+oLJk/GJ8Y2Cgq2CyILogUGT8YnxkuGCrYLIguiC3IK3gUI8L3A+PHA+kFaMjoLGlp6MjoLMgrGC64LJgs2R5ZKqgsaCyILo' +
  'gUGP44y3gsaJuoy3gsyMjoLMgrGC64LJgs2PrJKqgsaCyILogtyCt4FCi5mOdILNkMyCqYLnkqqCzJVcgvCTx4LdgUGRRILwj2+Ct46ejY+C8IyIgt+CxI' +
  'KrgtyCtYK9gUI8L3A+PC9tYWluPjwvYm9keT48L2h0bWw+'

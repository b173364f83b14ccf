/** Pages with known text, in the layouts of articles on the web; the same number gives the same page. */

export interface Article {
  readonly html: string
  /** The main content. */
  readonly text: string
}

const vocabulary = (
  'river market harvest signal bridge winter letter engine garden council theory harbour window teacher mountain ' +
  'journey station record paper island method animal surface history valley sample border cotton minute village ' +
  'weather measure forest number copper reason kitchen summer traffic picture science railway captain language ' +
  'travel morning pattern office factor object silver machine figure company corner person degree answer evening ' +
  'opened carried gathered followed reported described measured reached returned noticed crossed repaired counted ' +
  'quickly slowly rarely often nearby abroad together apart again early later the a of in on with from into over'
).split(' ')

const shapes = [
  (inner: string) => `<article>${inner}</article>`,
  (inner: string) => `<main><div class="post">${inner}</div></main>`,
  (inner: string) => `<div id="content" class="entry-content">${inner}</div>`,
  (inner: string) =>
    `<div class="layout"><div class="column"><section class="story">${inner}</section></div></div>`,
]

export function articleOf(number: number): Article {
  const next = createRandom(number)
  const words = (count: number): string =>
    Array.from({ length: count }, () => vocabulary[Math.floor(next() * vocabulary.length)]).join(' ')
  const sentence = (): string => `${words(8 + Math.floor(next() * 14))}.`
  const paragraphs = Array.from({ length: 10 + Math.floor(next() * 15) }, () =>
    Array.from({ length: 3 + Math.floor(next() * 3) }, sentence).join(' '),
  )
  const items = Array.from({ length: 5 }, sentence)
  const cells = Array.from({ length: 4 }, () => [words(1), words(2), words(1)])
  const heading = words(4)
  const inner = [
    `<h1>${words(6)}</h1>`,
    ...paragraphs.slice(0, 5).map(toParagraph),
    `<h2>${heading}</h2>`,
    `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`,
    `<table>${cells.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
    ...paragraphs.slice(5).map(toParagraph),
  ].join('\n')
  const shape = shapes[number % shapes.length] ?? (text => text)
  const menu = Array.from(
    { length: 18 },
    (_, at) => `<li><a href="/section/${at}">${words(2)}</a></li>`,
  ).join('')
  const related = Array.from(
    { length: 12 },
    (_, at) => `<li><a href="/article/${at}">${words(7)}</a></li>`,
  ).join('')
  const comments = Array.from(
    { length: 6 },
    () => `<div class="comment"><b>${words(1)}</b><p>${sentence()}</p></div>`,
  ).join('')
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words(6)}</title>
<style>.a{color:red}</style><script>window.data = {"a":"<p>${words(40)}</p>"}</script></head><body>
<header class="site-header"><nav><ul>${menu}</ul></nav></header>
<div class="cookie-banner" role="dialog">${words(30)} <button>${words(1)}</button></div>
${shape(inner)}
<aside class="sidebar related"><h3>${words(2)}</h3><ul>${related}</ul></aside>
<section id="comments" class="comments">${comments}</section>
<footer class="footer"><ul>${menu}</ul><p>${words(25)}</p></footer></body></html>`,
    text: [heading, ...paragraphs, ...items, ...cells.flat()].join(' '),
  }
}

function toParagraph(text: string): string {
  return `<p>${text}</p>`
}

/** Mulberry32: the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prose } from '#lib/web/extract/__fixtures__/test-extract.ts'
import { parsePage } from '#lib/web/extract/parse-page.ts'
import { findShape } from './find-shape.ts'
import { measureText } from './measure.ts'

test.each([
  ['article', 'article'],
  ['cards', 'cards'],
  ['question', 'answers'],
  ['comments', 'comments'],
  ['articles', 'articles'],
])('%s.html has the shape %s', (name, kind) => {
  expect(kindOf(readFileSync(join(import.meta.dirname, '__fixtures__', `${name}.html`), 'utf8'))).toBe(kind)
})

const sentence = 'The keeper of the harbor wrote down what the tide did to the boats that night.'
const wrap = (tag: string) => `<${tag}>${sentence}</${tag}>`.repeat(8)
const cards = '<div class="item"><h3><a href="/o">Another story</a></h3><p>They write about it.</p></div>'
const teaser = `<article><h2>Another story</h2><p>${sentence.repeat(4)}</p><a href="/o">Read more »</a></article>`

test.each([
  [
    'parts with the names of a theme',
    `<body class="type-post">${['title', 'content', 'content', 'meta'].map(part => `<div class="widget theme-post-${part}">${prose}</div>`).join('')}</body>`,
  ],
  [
    'comments that are shorter than the article',
    `<body>${prose.repeat(4)}<div id="comments">${prose.repeat(3)}</div></body>`,
  ],
  ['one article in another', `<body><article>${prose}<article>${prose}</article></article></body>`],
  ...['p', 'div', 'li', 'pre', 'td'].map(tag => [
    `paragraphs in ${tag} before many cards`,
    `<body>${wrap(tag)}${cards.repeat(60)}</body>`,
  ]),
  [
    'lines before many cards',
    `<body><div>${`${sentence}<br><br>`.repeat(8)}</div>${cards.repeat(60)}</body>`,
  ],
  ['paragraphs before teasers', `<body><div>${wrap('p')}</div>${teaser.repeat(6)}</body>`],
  ['a page without text', '<body><img src="/a.png"></body>'],
])('%s have the shape of an article', (_, html = '') => {
  expect(kindOf(html)).toBe('article')
})

test('cards stay cards beside notices all over the page', () => {
  const notices = Array.from(
    { length: 8 },
    (_, at) => `<div><div><b>Notice ${at}</b></div><div><div>${sentence}</div></div></div>`,
  )

  expect(kindOf(`<body><section>${cards.repeat(60)}</section>${notices.join('')}</body>`)).toBe('cards')
})

function kindOf(html: string): string {
  const document = parsePage(html)
  return findShape(document, measureText(document.body)).kind
}

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
  ['a page without text', '<body><img src="/a.png"></body>'],
])('%s have the shape of an article', (_, html) => {
  expect(kindOf(html)).toBe('article')
})

function kindOf(html: string): string {
  const document = parsePage(html)
  return findShape(document, measureText(document.body)).kind
}

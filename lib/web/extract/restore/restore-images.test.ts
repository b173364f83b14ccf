import { expect, test } from 'vitest'
import { parseFragment } from '#lib/web/extract/parse-page.ts'
import { restoreImages } from './restore-images.ts'

test.each([
  ['/a,w_2.jpg 1x,/b.jpg 2x', '/b.jpg'],
  ['/a.jpg, /b.jpg 1.5x', '/b.jpg'],
  ['data:image/gif;base64,R0 3x, /a.jpg', '/a.jpg'],
  ['/a.jpg', '/a.jpg'],
])('the largest image of %j is %s', (set, url) => {
  expect(sourceOf(set)).toBe(url)
})

test('a long set takes time in proportion to its length', () => {
  const url = `/${'a'.repeat(200_000)}`

  expect(sourceOf(`${url} b`)).toBe(url)
})

function sourceOf(set: string): string | null | undefined {
  const document = parseFragment(`<img srcset="${set}">`)
  restoreImages(document)
  return document.querySelector('img')?.getAttribute('src')
}

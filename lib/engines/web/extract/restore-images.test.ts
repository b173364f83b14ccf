import { describe, expect, test } from 'vitest'
import { markdownOf } from './__fixtures__/test-extract.ts'

describe('images', () => {
  test.each([
    ['<img src="data:image/gif;base64,R0" data-src="/real.jpg" alt="a">', '/real.jpg'],
    ['<img src="/img/placeholder.png" data-lazy-src="/real.jpg" alt="a">', '/real.jpg'],
    ['<img srcset="/s.jpg 320w, /real.jpg 1280w, /m.jpg 640w" alt="a">', '/real.jpg'],
    ['<img data-srcset="/s.jpg 1x, /real.jpg 2x" alt="a">', '/real.jpg'],
    ['<picture><source srcset="/s.webp 1x, /real.jpg 2x"><img alt="a"></picture>', '/real.jpg'],
    [
      '<img class="lazy" src="/blank.gif" alt="b"><noscript><img src="/real.jpg" alt="a"></noscript>',
      '/real.jpg',
    ],
    ['<noscript><img src="/real.jpg" alt="a"></noscript>', '/real.jpg'],
    ['<img src="/real.jpg" data-src="/other.jpg" alt="a">', '/real.jpg'],
  ])('that a script would load have their real address: %s', (html, path) => {
    const markdown = markdownOf(`<p>${html}</p>`)

    expect(markdown).toContain(`![a](https://example.com${path})`)
    expect(markdown.match(/!\[/g)).toHaveLength(1)
  })

  test('written into the page leave their text, or stay when asked', () => {
    const image = '<p><img src="data:image/png;base64,AAAA" alt="a cat"></p>'

    expect(markdownOf(image)).not.toContain('base64')
    expect(markdownOf(image)).toContain('a cat')
    expect(markdownOf(image, { removeBase64Images: false })).toContain('![a cat](data:image/png;base64,AAAA)')
  })
})

import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const render = (text: string) => renderToString(createElement(Markdown, { text, streaming: false }))

test.each(['- ', '> ', '>', '1. ', '> - '])('a line of thousands of %j is shown as text', marker => {
  const line = `Yes.\n\n${marker.repeat(5000)}x`

  const html = render(line)

  expect(html).toMatch(/^<p class="[^"]*whitespace-pre-wrap[^"]*">Yes\./)
  expect(html).not.toMatch(/<(?:li|blockquote)/)
})

test('a text of more than a million characters is shown as text', () => {
  expect(render('word '.repeat(200_001))).toMatch(/^<p class="[^"]*whitespace-pre-wrap/)
})

test('quotes and lists within each other are rendered', () => {
  const html = render('> > 1. a\n> >    - b\n\n* * *\n\n- - - - - -')

  expect(html.match(/<(?:blockquote|ol|ul|hr)/g)).toHaveLength(6)
})

test('a line break in a table cell is rendered, other HTML stays text', () => {
  const table = '| Name | About |\n| --- | --- |\n| - Kim<br>- Lee<br/>- Ann | <b>soft</b><br class="x"> |'

  const html = render(table).replaceAll('<!-- -->', '')

  expect(html).toMatch(/<td[^>]*>- Kim<br\/>\s- Lee<br\/>\s- Ann<\/td>/)
  expect(html).toContain('&lt;b&gt;soft&lt;/b&gt;&lt;br class=&quot;x&quot;&gt;')
  expect(render('one<br>two').replaceAll('<!-- -->', '')).toContain('one&lt;br&gt;two')
})

import { expect, test } from 'vitest'
import type { Block } from '#lib/documents/blocks.ts'
import { toMarkdown } from '#lib/documents/write/to-markdown.ts'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'

async function blocksOf(html: string): Promise<readonly Block[]> {
  return (await parseDirect(Buffer.from(html), { name: 'page.html' })).blocks
}

test('lists and paragraphs in a table cell are lines of the cell', async () => {
  const [table] = await blocksOf(
    '<table><tr><th>Food<th>Notes<tr><td>Hay<td><p>dry</p><p>cheap</p><ul><li>green</ul></table>',
  )

  expect(table?.rows).toEqual([
    ['Food', 'Notes'],
    ['Hay', 'dry\ncheap\n- green'],
  ])
})

test('a table for layout is read as normal content', async () => {
  const blocks = await blocksOf(
    '<table role="presentation"><tr><td>one<td>two</table><table><tr><td><h2>Head</h2><p>Text</p></table>',
  )

  expect(blocks.map(({ type, text }) => [type, text])).toEqual([
    ['paragraph', 'one'],
    ['paragraph', 'two'],
    ['heading', 'Head'],
    ['paragraph', 'Text'],
  ])
})

test('cells are in the column where a browser shows them, under the caption', async () => {
  const blocks = await blocksOf(
    '<table><caption>Prices</caption><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d</table>',
  )

  expect(blocks[0]?.text).toBe('Prices')
  expect(blocks[1]?.rows).toEqual([
    ['a', 'b', ''],
    ['', 'c', 'd'],
  ])
  expect(blocks[1]?.spans).toEqual([
    { row: 0, column: 0, rows: 2, columns: 1 },
    { row: 0, column: 1, rows: 1, columns: 2 },
  ])
})

test('links, images and emphasis are in Markdown', async () => {
  const blocks = await blocksOf(
    '<p>See <a href="/wool (1)">wool</a>, <a href="#top">top</a>, <a href="javascript:x()">run</a> <u>now</u></p><p><a href="https://example.com/"><img alt="A llama" src="llama.png"></a> and <img alt="A dot" src="data:image/png;base64,AAAA"></p>',
  )

  expect(blocks.map(({ text, markdown }) => [text, markdown])).toEqual([
    ['See wool, top, run now', 'See [wool](/wool%20\\(1\\)), top, run <u>now</u>'],
    ['A llama and A dot', '[![A llama](llama.png)](https://example.com/) and A dot'],
  ])
})

test('cells of a table keep their links, images and emphasis in Markdown', async () => {
  const html =
    '<table><tr><th>Wool</th><th>Kind|s</th></tr><tr><td rowspan=2><a href="https://example.com/a">Ann & co</a></td><td><p><b>soft</b> x|y</p><ul><li>1 < 2</li><li><a href="https://example.com/b">loose</a></li></ul></td></tr><tr><td><img src="https://example.com/c.png" alt="A llama"></td></tr></table>'

  const [table] = await blocksOf(html)

  expect(table?.rows?.slice(1)).toEqual([
    ['Ann & co', 'soft x|y\n- 1 < 2\n- loose'],
    ['', 'A llama'],
  ])
  expect(table && toMarkdown(table).split('\n')).toEqual([
    '| Wool | Kind\\|s |',
    '| --- | --- |',
    '| [Ann & co](https://example.com/a) | **soft** x\\|y<br>- 1 < 2<br>- [loose](https://example.com/b) |',
    '|  | ![A llama](https://example.com/c.png) |',
  ])
})

test('code has lines without numbers, formulas are there once, tasks have boxes, and text is lowered', async () => {
  const gutter = '<td class="gutter"><pre>1<br>2</pre></td>'
  const html = `<pre>one<br><br>two</pre><table><tr>${gutter}<td><pre><code class="language-py">a = 1<br>b = 2</code></pre></td></tr></table>
    <p>So <span class="katex"><math><semantics><mfrac><mi>a</mi><mn>2</mn></mfrac><annotation encoding="application/x-tex">\\frac{a}{2}</annotation></semantics></math><span aria-hidden="true">a2</span></span>.</p>
    <ul><li><input type="checkbox" checked> Comb it</li></ul><p>H<sub>2</sub>O</p>`

  expect((await blocksOf(html)).map(toMarkdown)).toEqual([
    '```\none\n\ntwo\n```',
    '```py\na = 1\nb = 2\n```',
    'So $\\frac{a}{2}$.',
    '- [x] Comb it',
    'H<sub>2</sub>O',
  ])
})

test('the text of a declarative shadow root is read, that of other templates is not', async () => {
  const html =
    '<my-card><template shadowrootmode="open"><style>p{}</style><p>Inside</p><template><p>stamp</p></template></template>Slotted</my-card><template><p>hidden</p></template>'

  expect((await blocksOf(html)).map(({ text }) => text)).toEqual(['Inside', 'Slotted'])
})

test('CDATA of XHTML is text, and that of HTML is a comment', async () => {
  const body = '<body><p>One <![CDATA[< two & three]]> four</p></body>'

  const xhtml = await parseDirect(
    Buffer.from(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${body}</html>`),
    { name: 'page.html' },
  )

  expect(textOf(xhtml)).toBe('One < two & three four')
  expect((await blocksOf(`<html>${body}</html>`)).map(({ text }) => text)).toEqual(['One four'])
})

test('cells that span a thousand rows and columns each cost no memory', async () => {
  const cells = '<tr><td rowspan="1000" colspan="1000">a</td></tr>'.repeat(500)

  const [table] = await blocksOf(`<table>${cells}</table>`)

  expect(table?.text.match(/a/g)).toHaveLength(500)
  expect(table?.rows?.at(-1)?.length).toBeLessThan(2000)
})

test('cells that claim to span a million others do not fill the memory', async () => {
  const row = `<tr>${'<td rowspan="1000" colspan="1000">x</td>'.repeat(20)}</tr>`
  const [table] = await blocksOf(`<table><tr><th>a</th></tr>${row.repeat(500)}</table>`)
  expect(table?.rows).toHaveLength(501)
})

test('a heading is one line of its own words', async () => {
  const blocks = await blocksOf(
    '<h2>Soft<br>wool <a href="#wool">¶</a><img alt="of llamas" src="x"></h2><p>x',
  )

  expect(blocks[0]).toMatchObject({ type: 'heading', text: 'Soft wool of llamas' })
})

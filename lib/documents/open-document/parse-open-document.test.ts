import { expect, test, vi } from 'vitest'
import { secretAuthor } from '#lib/documents/__fixtures__/make-office.ts'
import { makeOpenDocument, openDocumentSpaces } from '#lib/documents/__fixtures__/make-open-document.ts'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'
import { toMarkdown } from '#lib/documents/write/to-markdown.ts'

// On a busy machine, forking and loading are slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

test('headings, lists and tables of an OpenDocument text are read in order', async () => {
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
  const row = (...cells: readonly string[]): string =>
    `<table:table-row>${cells.map(cell).join('')}</table:table-row>`
  const body = `<text:h text:outline-level="1">Llamas</text:h><text:p>They have <text:span>wool</text:span>.</text:p><text:list text:style-name="Bullets"><text:list-item><text:p>soft</text:p></text:list-item><text:list-item><text:p>warm</text:p></text:list-item></text:list><table:table><table:table-column/>${row('Name', 'Sum')}${row('Wool', '7')}</table:table><text:p>The end.</text:p>`

  const document = await parseDirect(makeOpenDocument('text', body, secretAuthor))

  expect(document.kind).toBe('odt')
  expect(document.blocks.map(({ type, text }) => [type, text])).toEqual([
    ['heading', 'Llamas'],
    ['paragraph', 'They have wool.'],
    ['list_item', '- soft'],
    ['list_item', '- warm'],
    ['table', 'Name\tSum\nWool\t7'],
    ['paragraph', 'The end.'],
  ])
  expect(document.blocks[1]?.headings).toEqual(['Llamas'])
  expect(JSON.stringify(document)).not.toContain(secretAuthor)
})

test('displayed values of an OpenDocument workbook are read sheet by sheet', async () => {
  const row = (cells: string): string => `<table:table-row>${cells}</table:table-row>`
  const word = (text: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const sum = (value: number): string =>
    `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
  const day =
    '<table:table-cell office:value-type="date" office:date-value="2024-01-01"><text:p>01/01/24</text:p></table:table-cell>'
  const body = `<table:table table:name="Prices">${row(word('Item') + word('Price'))}${row(word('Wool') + sum(3.5))}</table:table><table:table table:name="Days">${row(day)}</table:table>`

  const document = await parseDirect(makeOpenDocument('spreadsheet', body, secretAuthor))

  expect([document.kind, document.pages]).toEqual(['ods', 2])
  expect(document.blocks.filter(block => block.rows).map(({ page, rows }) => [page, rows])).toEqual([
    [
      1,
      [
        ['Item', 'Price'],
        ['Wool', '3.5'],
      ],
    ],
    [2, [['2024-01-01']]],
  ])
  expect(JSON.stringify(document)).not.toContain(secretAuthor)
})

const tableOf = (...cells: readonly string[]): string =>
  `<table:table><table:table-row>${cells.map(each => `<table:table-cell>${each}</table:table-cell>`).join('')}</table:table-row></table:table>`
const itemOf = (text: string): string => `<text:list-item><text:p>${text}</text:p></text:list-item>`

test('lists, headings and inner tables in a table cell are lines of the cell', async () => {
  const list = `<text:list text:style-name="Bullets">${itemOf('soft')}${itemOf('warm')}</text:list>`
  const rich = `<text:h text:outline-level="1">Head</text:h>${tableOf('<text:p>inner</text:p>')}`

  const { blocks } = await parseDirect(
    makeOpenDocument('text', tableOf(`<text:p>Wool</text:p>${list}`, rich)),
  )

  expect(blocks.map(({ rows }) => rows)).toEqual([[['Wool\n- soft\n- warm', 'Head\ninner']]])
})

test('tables, text boxes and notes of an OpenDocument presentation are read slide by slide', async () => {
  const frame = (place: string, content: string): string => `<draw:frame ${place}>${content}</draw:frame>`
  const box = (text: string): string => `<draw:text-box><text:p>${text}</text:p></draw:text-box>`
  const slide = [
    frame('svg:x="1cm" svg:y="9cm"', tableOf('<text:p>A</text:p>', '<text:p>B</text:p>')),
    frame('svg:x="1cm" svg:y="4cm"', box('Above the table')),
    frame('presentation:class="title" svg:x="1cm" svg:y="1cm"', box('Wool')),
    `<presentation:notes>${frame('presentation:class="notes"', box('Smile'))}</presentation:notes>`,
  ]
  const styles =
    '<style:style style:name="gone" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  const body = `<draw:page>${slide.join('')}</draw:page><draw:page draw:style-name="gone">${frame('', box('Backup'))}</draw:page>`

  const { kind, pages, blocks } = await parseDirect(makeOpenDocument('presentation', body, '', { styles }))

  expect([kind, pages]).toEqual(['odp', 2])
  expect(blocks.map(({ text, slide: number }) => [text, number])).toEqual([
    ['## Slide 1: Wool', 1],
    ['Above the table', 1],
    ['A\tB', 1],
    ['Notes: Smile', 1],
    ['## Slide 2 (hidden)', 2],
    ['Backup', 2],
  ])
})

test('numbers of headings and items are text', async () => {
  const level = (at: number, more: string): string => `text:level="${at}" style:num-format="1" ${more}`
  const outline = `<office:styles><text:outline-style><text:outline-level-style ${level(1, '')}/><text:outline-level-style ${level(2, 'text:display-levels="2"')}/></text:outline-style></office:styles>`
  const styles = `<text:list-style style:name="Numbers"><text:list-level-style-number ${level(1, 'style:num-suffix=")" text:start-value="3"')}/></text:list-style>`
  const heading = (at: number, text: string): string => `<text:h text:outline-level="${at}">${text}</text:h>`
  const body = `${heading(1, 'Wool')}${heading(2, 'Soft')}${heading(2, 'Warm')}${heading(1, 'Milk')}<text:list text:style-name="Numbers">${itemOf('three')}${itemOf('four')}</text:list>`

  const document = await parseDirect(makeOpenDocument('text', body, '', { styles, masters: outline }))

  expect(textOf(document)).toBe('1 Wool\n1.1 Soft\n1.2 Warm\n2 Milk\n3) three\n4) four')
})

test('hidden text, comments and deleted text of an OpenDocument text are not read', async () => {
  const styles =
    '<style:style style:name="gone" style:family="text"><style:text-properties text:display="none"/></style:style>'
  const body =
    '<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes><text:section text:display="none"><text:p>hidden section</text:p></text:section><text:p>Seen<text:span text:style-name="gone"> unseen</text:span><office:annotation><text:p>comment</text:p></office:annotation></text:p>'

  expect(textOf(await parseDirect(makeOpenDocument('text', body, '', { styles })))).toBe('Seen')
})

test('emphasis, links and line breaks of an OpenDocument text are in Markdown', async () => {
  const styles =
    '<style:style style:name="strong" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="lined" style:family="text" style:parent-style-name="strong"><style:text-properties fo:font-weight="normal" style:text-underline-style="solid"/></style:style><style:style style:name="raised" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>'
  const body =
    '<text:p>Very<text:s/><text:span text:style-name="strong">warm</text:span>,<text:line-break/><text:span text:style-name="lined">soft</text:span> <text:a xlink:href="https://example.com/">wool</text:a> m<text:span text:style-name="raised">2</text:span></text:p>'

  const { blocks } = await parseDirect(makeOpenDocument('text', body, '', { styles }))

  expect(blocks[0]).toMatchObject({
    text: 'Very warm,\nsoft wool m2',
    markdown: 'Very **warm**,\n<u>soft</u> [wool](https://example.com/) m<sup>2</sup>',
  })
})

test('headers of the pages in use appear once', async () => {
  const page = (name: string, text: string): string =>
    `<style:master-page style:name="${name}"><style:header><text:p>${text}</text:p></style:header></style:master-page>`
  const masters = `<office:master-styles>${page('Standard', 'On top')}${page('Unused', 'Elsewhere')}</office:master-styles>`

  const file = makeOpenDocument('text', '<text:p>Body</text:p>', '', { masters })

  expect(textOf(await parseDirect(file))).toBe('On top\nBody')
  expect(textOf(await parseDirect(file, { removeHeaders: true }))).toBe('Body')
})

test('an embedded chart of an OpenDocument file is a table', async () => {
  const row = (...cells: readonly string[]): string =>
    `<table:table-row>${cells.map(each => `<table:table-cell><text:p>${each}</text:p></table:table-cell>`).join('')}</table:table-row>`
  const chart = `<office:document-content ${openDocumentSpaces}><office:body><office:chart><chart:chart xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:title><text:p>Sold</text:p><text:p>per season</text:p></chart:title><table:table>${row('', 'North')}${row('Spring', '4')}</table:table></chart:chart></office:chart></office:body></office:document-content>`
  const body = '<text:p>Before<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>'

  const { blocks } = await parseDirect(
    makeOpenDocument('text', body, '', { more: [{ name: 'Object 1/content.xml', data: chart }] }),
  )

  expect(blocks.map(({ text }) => text)).toEqual(['Before', 'Chart: Sold per season', '\tNorth\nSpring\t4'])
})

test('an OpenDocument text with other namespace prefixes is read', async () => {
  const renamed = makeOpenDocument('text', '<text:p>Wool</text:p>', '', { prefix: 'x' })

  expect(textOf(await parseDirect(renamed))).toBe('Wool')
})

test('a repeated cell of a table is repeated, but not for megabytes', async () => {
  const cell = (text: string, count: number): string =>
    `<table:table-cell table:number-columns-repeated="${count}"><text:p>${text}</text:p></table:table-cell>`
  const row = (cells: string): string =>
    `<table:table><table:table-row table:number-rows-repeated="100000">${cells}</table:table-row></table:table>`

  const { blocks } = await parseDirect(
    makeOpenDocument(
      'text',
      tableOf('x').replace(/<table:table-cell>.*<\/table:table-cell>/, cell('a', 3)) +
        row(cell('long '.repeat(10_000), 1000)),
    ),
  )

  expect(blocks[0]?.text).toBe('a\ta\ta')
  expect(blocks[1]?.text.length).toBeLessThan(3_000_000)
})

test('no row of a long table is left out', async () => {
  const cells = '<table:table-cell/>'.repeat(110) + '<table:table-cell><text:p>x</text:p></table:table-cell>'
  const row = `<table:table-row>${cells}</table:table-row>`
  const file = makeOpenDocument('text', `<table:table>${row.repeat(1000)}</table:table>`)
  expect((await parseDirect(file)).blocks[0]?.rows).toHaveLength(1000)
})

test('levels, labels and objects that a small file repeats do not fill the memory', async () => {
  const headings = Array.from({ length: 100 }, (_, at) => `<text:h text:outline-level="${at + 1}">h</text:h>`)
  const deep = await parseDirect(makeOpenDocument('text', headings.join('')))
  expect(deep.blocks.at(-1)?.headings).toHaveLength(9)
  const styles = `<text:list-style style:name="P"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="${'p'.repeat(10_000)}"/></text:list-style>`
  const list =
    '<text:list text:style-name="P"><text:list-item><text:p>x</text:p></text:list-item></text:list>'
  const labeled = await parseDirect(makeOpenDocument('text', list, '', { styles }))
  expect(labeled.blocks[0]?.text.length).toBeLessThan(200)
  const formula = { name: 'Object 1/content.xml', data: '<math:math><math:mi>x</math:mi></math:math>' }
  const frame = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
  const file = makeOpenDocument('text', `<text:p>${frame.repeat(50)}</text:p>`, '', { more: [formula] })
  expect(textOf(await parseDirect(file))).toBe('x')
})

test('a note follows its paragraph, which refers to it in Markdown', async () => {
  const note =
    '<text:note><text:note-citation>7</text:note-citation><text:note-body><text:p>At the foot</text:p><text:p>* goes on</text:p></text:note-body></text:note>'
  const { blocks } = await parseDirect(makeOpenDocument('text', `<text:p>Above${note} it</text:p>`))

  expect(blocks.map(({ text }) => text)).toEqual(['Above it', 'At the foot\n* goes on'])
  expect(blocks.map(toMarkdown)).toEqual(['Above[^1] it', '[^1]: At the foot\n    \\* goes on'])
})

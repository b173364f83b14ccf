import { expect, test, vi } from 'vitest'
import { makeChart, makeXlsx, secretAuthor, sheetDrawing } from '#lib/documents/__fixtures__/make-office.ts'
import { makeOpenDocument, openDocumentSpaces } from '#lib/documents/__fixtures__/make-open-document.ts'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'

// On a busy machine, forking and loading are slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const formats = ['yyyy-mm-dd', 'm/d/yy h:mm', '0%', '"$"#,##0.00', '[h]:mm:ss', '#,##0.00', 'h:mm', '0" kg"']
const [date, dateTime, percent, money, duration, grouped, time, weight] = formats.map((_, at) => at + 1)

/** A cell with a style, by its stored value. */
async function show(
  value: number | string,
  style = 0,
  options: { readonly date1904?: boolean } = {},
): Promise<string | undefined> {
  const rows = `<row r="1"><c r="A1" s="${style}"><v>${value}</v></c></row>`
  const { blocks } = await parseDirect(makeXlsx([{ name: 'S', rows }], { formats, ...options }))
  return blocks[1]?.rows?.[0]?.[0]
}

test.each([
  ['a day', 45_292, date, '2024-01-01'],
  ['a day and an hour', 45_292.75, dateTime, '2024-01-01T18:00'],
  ['an hour', 0.75, time, '18:00'],
  ['a sum that binary cannot hold', 0.30000000000000004, 0, '0.3'],
  ['a long number', 12_345_678_901_234, 0, '12345678901234'],
  ['a small number', '1E-7', 0, '0.0000001'],
  ['a share shown rounded', 0.125, percent, '12.5%'],
  ['money', 1234.5, money, '$1,234.50'],
  ['a duration', 1.5, duration, '36:00:00'],
  ['a grouped number', 1234.5, grouped, '1234.5'],
  ['a weight', 12, weight, '12 kg'],
])('%s is formatted as intended', async (_, value, style, shown) => {
  expect(await show(value, style)).toBe(shown)
})

test('days count from 1904 if the workbook says so', async () => {
  expect(await show(43_830, date, { date1904: true })).toBe('2024-01-01')
})

test('errors, booleans and texts are read as displayed', async () => {
  const rows = `<row r="1"><c r="A1" t="e"><v>#DIV/0!</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="inlineStr"><is><t>words</t></is></c></row>`

  const { blocks } = await parseDirect(makeXlsx([{ name: 'S', rows }]))

  expect(blocks[1]?.rows).toEqual([['#DIV/0!', 'TRUE', 'words']])
})

test('a formula without a stored value is empty, with a warning', async () => {
  const rows = `<row r="1"><c r="A1"><f>1+1</f></c><c r="B1"><f>2*2</f><v>4</v></c></row>`

  const { blocks, warnings } = await parseDirect(makeXlsx([{ name: 'S', rows }]))

  expect(blocks[1]?.rows).toEqual([['4']])
  expect(warnings).toEqual([expect.objectContaining({ code: 'formula_without_value', pages: [1] })])
})

test('cells and rows with invalid references follow the others, with a warning', async () => {
  const cell = (r: string, value: string) => `<c r="${r}" t="inlineStr"><is><t>${value}</t></is></c>`
  const rows = [
    `<row r="99999999999">${cell('ZZZZZZZZ99999999999', 'far')}</row>`,
    `<row r="-1">${cell('A-1', 'negative')}</row>`,
    `<row r="2">${cell('a2', 'small')}${cell('B2', 'valid')}${cell('XFE2', 'wide')}</row>`,
    `<row r="1"><c t="inlineStr"><is><t>none</t></is></c></row>`,
  ]

  const { blocks, warnings } = await parseDirect(makeXlsx([{ name: 'S', rows: rows.join('') }]))

  expect(blocks[1]?.rows).toEqual([
    ['none', '', '', ''],
    ['', 'valid', 'small', 'wide'],
    ['far', '', '', ''],
    ['negative', '', '', ''],
  ])
  expect(warnings).toEqual([expect.objectContaining({ code: 'structure_dropped' })])
})

test('a sheet that cannot be read is reported', async () => {
  const rows = '<row r="1"><c r="A1" t="s"><v>99999999</v></c></row>'
  const valid = '<row r="1"><c r="A1"><v>1</v></c></row>'
  const workbook = makeXlsx([
    { name: 'damaged', rows },
    { name: 'valid', rows: valid },
  ])

  const { blocks, warnings } = await parseDirect(workbook)

  expect(blocks.at(-1)?.rows).toEqual([['1']])
  expect(warnings).toEqual([expect.objectContaining({ code: 'text_missing', pages: [1] })])
})

test('hidden sheets and rows are included and marked, with a warning', async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>`

  const { blocks, warnings, pages } = await parseDirect(
    makeXlsx([
      { name: 'Open', rows },
      { name: 'Secret', state: 'hidden', rows: '<row r="1"><c r="A1"><v>3</v></c></row>' },
    ]),
  )

  expect(blocks.map(block => block.text)).toEqual([
    '## Sheet: Open',
    '1\n2\t(hidden)',
    '## Sheet: Secret (hidden)',
    '3',
  ])
  expect(blocks.map(({ page, sheet }) => [page, sheet])).toEqual([
    [1, 'Open'],
    [1, 'Open'],
    [2, 'Secret'],
    [2, 'Secret'],
  ])
  expect(warnings).toEqual([expect.objectContaining({ code: 'hidden_sheet', pages: [1, 2] })])
  expect(pages).toBe(2)
})

test('a merged cell has its value once', async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c><c r="B2"><v>4</v></c></row>`
  const after = '<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells>'

  const { blocks } = await parseDirect(makeXlsx([{ name: 'S', rows, after }]))

  expect(blocks[1]?.spans).toEqual([{ row: 0, column: 0, rows: 2, columns: 1 }])
})

test('two cells a million rows apart are two cells', async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`

  const { blocks } = await parseDirect(makeXlsx([{ name: 'S', rows }]))

  expect(blocks[1]?.rows).toEqual([
    ['1', ''],
    ['', '2'],
  ])
})

test('the author of a workbook is not in the output', async () => {
  const document = await parseDirect(
    makeXlsx([{ name: 'S', rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }]),
  )

  expect(JSON.stringify(document)).not.toContain(secretAuthor)
})

test('text boxes, alternative texts and titles of charts follow the cells of their sheet', async () => {
  const chart = makeChart({ title: 'Sold', series: [{ name: 'North', points: { Spring: '4' } }] })
  const sheets = [
    { name: 'One', rows: '<row r="1"><c r="A1"><v>7</v></c></row>' },
    { name: 'Two', rows: '<row r="1"><c r="A1"><v>8</v></c></row>' },
  ]

  const { blocks } = await parseDirect(makeXlsx(sheets, { more: sheetDrawing('In a box', 'A llama', chart) }))

  expect(blocks.map(({ type, text, sheet }) => [type, text, sheet])).toEqual([
    ['heading', '## Sheet: One', 'One'],
    ['table', '7', 'One'],
    ['paragraph', 'In a box', 'One'],
    ['image', 'A llama', 'One'],
    ['paragraph', 'Chart: Sold', 'One'],
    ['heading', '## Sheet: Two', 'Two'],
    ['table', '8', 'Two'],
  ])
})

test('drawings of an OpenDocument workbook follow the cells of their sheet', async () => {
  const title = `<office:document-content ${openDocumentSpaces}><office:body><office:chart><chart:chart xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:title><text:p>Sold</text:p></chart:title></chart:chart></office:chart></office:body></office:document-content>`
  const shapes =
    '<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></table:shapes>'
  const cell =
    '<table:table-row><table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell></table:table-row>'
  const body = `<table:table table:name="One">${shapes}${cell}</table:table>`

  const { blocks } = await parseDirect(
    makeOpenDocument('spreadsheet', body, '', { more: [{ name: 'Object 1/content.xml', data: title }] }),
  )

  expect(blocks.map(({ text }) => text)).toEqual(['## Sheet: One', '7', 'Chart: Sold', 'In a box'])
})

test('a workbook whose drawing is damaged keeps its cells and has a warning', async () => {
  const rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>kept</t></is></c></row>'
  const drawing = sheetDrawing('In a box', 'A llama', makeChart({ series: [] }))
  const more = drawing.map(part =>
    part.name === 'xl/drawings/drawing1.xml' ? { ...part, data: '<xdr:wsDr><xdr:sp>' } : part,
  )
  const { blocks, warnings } = await parseDirect(makeXlsx([{ name: 'S', rows }], { more }))
  expect(blocks.at(-1)?.text).toBe('kept')
  expect(warnings.map(({ code }) => code)).toEqual(['text_missing'])
})

test('sheets of an OpenDocument workbook have their names, and hidden ones are marked', async () => {
  const table = (name: string, style: string): string =>
    `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell office:value-type="string"><text:p>Wool</text:p></table:table-cell></table:table-row></table:table>`
  const styles =
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const workbook = makeOpenDocument(
    'spreadsheet',
    table('Research &amp; Co', 'ta1') + table('Secret', 'ta2'),
    '',
    {
      styles,
    },
  )

  const { blocks, warnings } = await parseDirect(workbook)

  expect(blocks.filter(({ type }) => type === 'heading').map(({ text }) => text)).toEqual([
    '## Sheet: Research & Co',
    '## Sheet: Secret (hidden)',
  ])
  expect(warnings).toEqual([expect.objectContaining({ code: 'hidden_sheet', pages: [2] })])
})

test('tables without a name in an OpenDocument workbook are read', async () => {
  const table = (text: string, name = ''): string =>
    `<table:table${name}><table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`
  const workbook = makeOpenDocument(
    'spreadsheet',
    `${table('Wool')}${table('Silk', ' table:name="B"')}${table('Hemp')}<table:dde-links><table:dde-link>${table('of another program')}</table:dde-link></table:dde-links>`,
  )

  const { blocks } = await parseDirect(workbook)

  expect(blocks.map(({ text }) => text)).toEqual([
    '## Sheet: Sheet1',
    'Wool',
    '## Sheet: B',
    'Silk',
    '## Sheet: Sheet2',
    'Hemp',
  ])
})

test('errors of an OpenDocument workbook are shown, whose stored value is the number 0', async () => {
  const cell = (text: string): string =>
    `<table:table-cell office:value-type="float" office:value="0"><text:p>${text}</text:p></table:table-cell>`
  const row = ['#N/A', '#DIV/0!', 'Err:508', '0', '#1'].map(cell).join('')
  const workbook = makeOpenDocument(
    'spreadsheet',
    `<table:table table:name="A"><table:table-row>${row}</table:table-row></table:table>`,
  )

  const { blocks } = await parseDirect(workbook)

  expect(blocks.at(-1)?.rows).toEqual([['#N/A', '#DIV/0!', 'Err:508', '0', '0']])
})

test('a row that fills an OpenDocument sheet to its end is shown once, with a warning', async () => {
  const row = (text: string, count: number): string =>
    `<table:table-row table:number-rows-repeated="${count}"><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`
  const empty = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
  const sheet = (rows: string): Buffer =>
    makeOpenDocument('spreadsheet', `<table:table table:name="Wool">${rows}</table:table>`)

  const filled = await parseDirect(sheet(row('warm', 2) + row('soft', 1_048_000)))
  const bounded = await parseDirect(sheet(row('warm', 2) + empty))

  expect(textOf(filled)).toBe('## Sheet: Wool\nwarm\nwarm\nsoft')
  expect(filled.warnings).toEqual([
    { code: 'text_missing', message: 'A row that repeats 10,000 times or more is shown once.' },
  ])
  expect(textOf(bounded)).toBe('## Sheet: Wool\nwarm\nwarm')
  expect(bounded.warnings).toEqual([])
})

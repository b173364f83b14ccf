import { expect, test, vi } from 'vitest'
import { secretAuthor } from '#lib/documents/__fixtures__/make-office.ts'
import { makeOpenDocument } from '#lib/documents/__fixtures__/make-open-document.ts'
import { parseDirect } from '#lib/documents/__fixtures__/parse-direct.ts'

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

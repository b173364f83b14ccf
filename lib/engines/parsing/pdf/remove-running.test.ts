import { expect, test } from 'vitest'
import { makePdf, type Pen, wordFor, writeProse } from '#lib/engines/parsing/__fixtures__/make-pdf.ts'
import { parseDirect, textOf } from '#lib/engines/parsing/__fixtures__/parse-direct.ts'

const flags = { removeHeaders: true }

async function read(
  count: number,
  draw: (pen: Pen, page: number) => void,
): Promise<{ text: string; removed: string[] }> {
  const drawings = Array.from({ length: count }, (_, index) => (pen: Pen): void => {
    writeProse(pen, wordFor(index), { lines: 8 })
    draw(pen, index + 1)
  })
  const document = await parseDirect(await makePdf(drawings), flags)
  return { text: textOf(document), removed: (document.removed ?? []).map(line => line.text) }
}

test('a header and numbers that count with the pages go, wherever they stand in it', async () => {
  const { text, removed } = await read(5, (pen, page) => {
    pen.write('The Llama Quarterly', 60, 40)
    pen.write(`Page ${page} of 5`, 250, 810)
  })

  expect(text).not.toMatch(/Quarterly|Page \d/)
  expect(removed).toHaveLength(10)
})

test('heads that alternate as in a book go', async () => {
  const { text } = await read(8, (pen, page) =>
    pen.write(page % 2 === 0 ? 'Title of the Book' : 'Name of the Part', 60, 40),
  )

  expect(text).not.toMatch(/Title of the Book|Name of the Part/)
})

test('heads that change with the chapters go', async () => {
  const { text } = await read(12, (pen, page) =>
    pen.write(`About ${wordFor(Math.ceil(page / 4) + 30)} things`, 60, 40, { size: 9 }),
  )

  expect(text).not.toMatch(/About \w+ things/)
})

test('roman numbers that count go', async () => {
  const romans = ['i', 'ii', 'iii', 'iv', 'v']

  const { removed } = await read(5, (pen, page) => pen.write(romans[page - 1] ?? '', 290, 810))

  expect(removed).toEqual(romans)
})

test('a header row of a table that each page repeats stays', async () => {
  const { text } = await read(4, (pen, page) => {
    for (const [column, cell] of ['Name', 'Amount', 'Sum'].entries()) pen.write(cell, 60 + column * 150, 60)
    for (const [column, cell] of [`Wool ${page}`, String(page * 7), String(page * 70)].entries())
      pen.write(cell, 60 + column * 150, 76)
  })

  expect(text.match(/Name Amount Sum/g)).toHaveLength(4)
})

test('lone numbers that do not count with the pages stay', async () => {
  const { text, removed } = await read(5, (pen, page) => pen.write(String((page * 37) % 11), 290, 810))

  expect(removed).toEqual([])
  for (const page of [1, 2, 3, 4, 5]) expect(text).toContain(`\n${(page * 37) % 11}`)
})

test('nothing happens to two pages', async () => {
  const { removed } = await read(2, pen => pen.write('The Llama Quarterly', 60, 40))

  expect(removed).toEqual([])
})

test('the same words in the body stay', async () => {
  const { text } = await read(4, (pen, page) => {
    pen.write('The Llama Quarterly', 60, 40)
    if (page === 2) pen.write('The Llama Quarterly', 60, 400)
  })

  expect(text.match(/The Llama Quarterly/g)).toHaveLength(1)
})

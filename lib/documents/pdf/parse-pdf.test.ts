import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import { expect, test, vi, describe } from 'vitest'
import { makeEncryptedPdf } from '#lib/documents/__fixtures__/make-encrypted-pdf.ts'
import { secretAuthor } from '#lib/documents/__fixtures__/make-office.ts'
import {
  makePdf,
  pageHeight,
  pageWidth,
  type Pen,
  writeProse,
  wordFor,
} from '#lib/documents/__fixtures__/make-pdf.ts'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'
import type { PageLine } from './page-lines.ts'
import { joinHyphens } from './parse-pdf.ts'

describe('parse pdf', () => {
  // On a busy machine, forking and loading are slow.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

  test('every page keeps its number, an empty one too', async () => {
    const document = await parseDirect(
      await makePdf([pen => writeProse(pen, 'one'), () => undefined, pen => writeProse(pen, 'three')]),
    )

    expect(document.pages).toBe(3)
    expect(new Set(document.blocks.map(block => block.page))).toEqual(new Set([1, 3]))
    expect(document.warnings).toEqual([expect.objectContaining({ code: 'ocr_needed', pages: [2] })])
  })

  test.each(['/Kids[2 0 R 2 0 R]/Count 2000000000', '/Kids[]/Count 0'])(
    'a file without a page is refused as damaged: %s',
    async kids => {
      const objects = ['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages${kids}>>`]
      const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`)
      const starts = body.map((_, at) => `%PDF-1.4\n${body.slice(0, at).join('')}`.length)
      const table = starts.map(start => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
      const before = `%PDF-1.4\n${body.join('')}`
      const end = `xref\n0 3\n0000000000 65535 f \n${table}trailer<</Size 3/Root 1 0 R>>\nstartxref\n${before.length}\n%%EOF`

      await expect(parseDirect(Buffer.from(before + end))).rejects.toMatchObject({ reason: 'corrupt' })
    },
  )

  test('texts typed over a page follow its own, and hidden ones are left out', async () => {
    const pdf = await PDFDocument.load(await makePdf([pen => writeProse(pen, 'llamas', { lines: 3 })]))
    const note = (text: string, flags: number) =>
      pdf.context.register(
        pdf.context.obj({
          Type: 'Annot',
          Subtype: 'FreeText',
          Rect: [60, 500, 300, 540],
          Contents: PDFHexString.fromText(text),
          F: flags,
        }),
      )
    const notes = [note('Typed in the café\rby hand', 4), note('Hidden', 2)]
    pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj(notes))

    const { blocks } = await parseDirect(Buffer.from(await pdf.save()))

    expect(blocks.map(({ text }) => text).slice(1)).toEqual(['Typed in the café\nby hand'])
  })

  test('lines of prose become one paragraph, lines of an address stay separate', async () => {
    const draw = (pen: Pen): void => {
      writeProse(pen, 'llamas', { lines: 3 })
      for (const [line, text] of ['Ann Example', '1 Long Winding Street', 'Springfield'].entries())
        pen.write(text, 60, 300 + line * 14)
    }

    const [prose, address] = (await parseDirect(await makePdf([draw]))).blocks

    expect(prose?.text).not.toContain('\n')
    expect(address?.text).toBe('Ann Example\n1 Long Winding Street\nSpringfield')
  })

  test('headings have levels by size, and content is assigned to them', async () => {
    const draw = (pen: Pen): void => {
      pen.write('On Llamas', 60, 80, { size: 24, bold: true })
      pen.write('Their wool', 60, 120, { size: 16, bold: true })
      writeProse(pen, 'wool', { lines: 8 })
    }

    const { blocks } = await parseDirect(await makePdf([draw]))

    expect(blocks.map(({ type, level, headings }) => ({ type, level, headings }))).toEqual([
      { type: 'heading', level: 1, headings: [] },
      { type: 'heading', level: 2, headings: ['On Llamas'] },
      { type: 'paragraph', level: undefined, headings: ['On Llamas', 'Their wool'] },
    ])
  })

  test('aligned rows are a table, and its text keeps its order', async () => {
    const rows = [
      ['Item', 'Pieces', 'Price'],
      ['Wool', '12', '3.50'],
      ['Yarn', '4', '12.00'],
    ]
    const draw = (pen: Pen): void => {
      for (const [row, cells] of rows.entries()) {
        for (const [column, cell] of cells.entries()) pen.write(cell, 60 + column * 150, 150 + row * 16)
      }
    }

    const [table] = (await parseDirect(await makePdf([draw]))).blocks

    expect(table).toMatchObject({ type: 'table', rows, text: rows.map(row => row.join(' ')).join('\n') })
  })

  test('two columns of prose are read in order and are not a table', async () => {
    const draw = (pen: Pen): void => {
      for (const column of [0, 1]) {
        for (let line = 0; line < 20; line += 1)
          pen.write(`Column ${column} has line ${line} of its own text`, 50 + column * 260, 100 + line * 14)
      }
    }

    const document = await parseDirect(await makePdf([draw]))

    expect(document.blocks.every(block => block.type === 'paragraph')).toBe(true)
    expect(textOf(document).lastIndexOf('Column 0')).toBeLessThan(textOf(document).indexOf('Column 1'))
  })

  test.each([0, 90, 180, 270])(
    'a bounding box contains its words within 2 points, rotated by %i°',
    async rotate => {
      const draw = ({ page, regular }: Pen): void =>
        page.drawText('Somewhere', { x: 100, y: 600, size: 20, font: regular })

      const [block] = (await parseDirect(await makePdf([draw], { rotate }))).blocks

      const { box = [0, 0, 0, 0] } = block ?? {}
      const turned = rotate % 180 === 90
      const [width, height] = turned ? [pageHeight, pageWidth] : [pageWidth, pageHeight]
      // Baseline start of the word, on the displayed page.
      const start = ({ 0: [100, 242], 90: [600, 100], 180: [495, 600], 270: [242, 495] } as const)[
        rotate as 0 | 90 | 180 | 270
      ]
      const [x0, y0, x1, y1] = [box[0] * width, box[1] * height, box[2] * width, box[3] * height]
      expect(start[0]).toBeGreaterThan(x0 - 2)
      expect(start[0]).toBeLessThan(x1 + 2)
      expect(start[1]).toBeGreaterThan(y0 - 2)
      expect(start[1]).toBeLessThan(y1 + 2)
      expect(Math.max(x1 - x0, y1 - y0)).toBeGreaterThan(90)
      expect(Math.max(x1 - x0, y1 - y0)).toBeLessThan(110)
    },
  )

  test('the author is not in the output', async () => {
    expect(JSON.stringify(await parseDirect(await makePdf([pen => writeProse(pen, 'x')])))).not.toContain(
      secretAuthor,
    )
  })

  test('a user password is required, and opens the file', async () => {
    const pdf = makeEncryptedPdf('The secret text of this page', { user: 'open sesame', owner: 'boss' })

    await expect(parseDirect(pdf)).rejects.toMatchObject({
      reason: 'encrypted',
      message: expect.stringContaining('`password`'),
    })
    await expect(parseDirect(pdf, { password: 'wrong' })).rejects.toMatchObject({ reason: 'encrypted' })
    expect(textOf(await parseDirect(pdf, { password: 'open sesame' }))).toBe('The secret text of this page')
  })

  test('an owner password alone does not prevent reading', async () => {
    const pdf = makeEncryptedPdf('Anybody may read this page', { user: '', owner: 'boss' })

    expect(textOf(await parseDirect(pdf))).toBe('Anybody may read this page')
  })

  test('a PDF without its cross-reference table is read', async () => {
    const whole = await makePdf([pen => writeProse(pen, 'llamas')])
    const cut = whole.subarray(0, whole.lastIndexOf('startxref'))

    expect(textOf(await parseDirect(cut))).toContain('about llamas')
  })

  test('a PDF that crashes the first engine is read by the fallback, with a warning', async () => {
    const pdf = await makePdf([pen => writeProse(pen, 'one'), pen => writeProse(pen, 'two')])

    const document = await parseDirect(pdf, {}, 'second')

    expect(document.blocks.map(block => block.page)).toEqual([1, 2])
    expect(textOf(document)).toContain('about two')
    expect(document.warnings).toEqual([expect.objectContaining({ code: 'engine_fallback' })])
  })

  test('the fallback engine requires the password too', async () => {
    const pdf = makeEncryptedPdf('The secret text', { user: 'open sesame', owner: 'boss' })

    await expect(parseDirect(pdf, {}, 'second')).rejects.toMatchObject({ reason: 'encrypted' })
    expect(textOf(await parseDirect(pdf, { password: 'open sesame' }, 'second'))).toBe('The secret text')
  })

  test('a PDF above the page limit is rejected by its page count', async () => {
    const pdf = await makePdf(Array.from({ length: 2001 }, () => () => undefined))

    await expect(parseDirect(pdf)).rejects.toMatchObject({
      reason: 'too_complex',
      message: expect.stringContaining('2001'),
    })
  })
})

function lines(...texts: readonly string[]): PageLine[] {
  return texts.map(text => ({
    text: text.replace(/-$/, ''),
    box: [0, 0, 1, 1],
    fontSize: 10,
    bold: false,
    ends: [0, 1],
    cells: null,
    hyphenated: text.endsWith('-'),
  }))
}

function joined(...texts: readonly string[]): string[] {
  const page = lines(...texts)
  joinHyphens([page])
  return page.map(line => line.text)
}

test('a hyphenated word is joined on its first line', () => {
  expect(joined('an extra-', 'ordinary, long word')).toEqual(['an extraordinary,', 'long word'])
})

test('a word that has a hyphen elsewhere keeps it', () => {
  expect(joined('self-', 'publishing is hard', 'on self-publishing')[0]).toBe('self-publishing')
})

test('a word of two that occur elsewhere keeps its hyphen, unless it occurs as one', () => {
  expect(joined('business-', 'grade wool', 'this grade of business')[0]).toBe('business-grade')
  expect(joined('with-', 'out wool', 'within, out with, without')[0]).toBe('without')
  expect(joined('in-', 'formation of', 'a formation in')[0]).toBe('information')
})

test('a word that also occurs without a hyphen loses it', () => {
  expect(joined('on-', 'line', 'on-line and online')[0]).toBe('online')
})

test('at the end of a page the hyphen stays', () => {
  expect(joined('to be con-')).toEqual(['to be con-'])
})

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

test('the header of a first page with a line above it is removed, and a title above the text stays', async () => {
  const { text } = await read(5, (pen, page) => {
    if (page === 1) pen.write('Preprint of May', 60, 20)
    pen.write('The Llama Quarterly', 60, 40)
  })
  const titled = await read(5, (pen, page) => {
    if (page === 1) pen.write('Preprint of May', 60, 20)
    pen.write('The Llama Quarterly', 60, page === 1 ? 70 : 40, { size: page === 1 ? 24 : 11 })
  })

  expect(text).not.toContain('Quarterly')
  expect(text).toContain('Preprint of May')
  expect(titled.text.match(/Quarterly/g)).toHaveLength(1)
})

test('headers and page numbers are removed, wherever they are in the line', async () => {
  const { text, removed } = await read(5, (pen, page) => {
    pen.write('The Llama Quarterly', 60, 40)
    pen.write(`Page ${page} of 5`, 250, 810)
  })

  expect(text).not.toMatch(/Quarterly|Page \d/)
  expect(removed).toHaveLength(10)
})

test('alternating headers of odd and even pages are removed', async () => {
  const { text } = await read(8, (pen, page) =>
    pen.write(page % 2 === 0 ? 'Title of the Book' : 'Name of the Part', 60, 40),
  )

  expect(text).not.toMatch(/Title of the Book|Name of the Part/)
})

test('headers that change with chapters are removed', async () => {
  const { text } = await read(12, (pen, page) =>
    pen.write(`About ${wordFor(Math.ceil(page / 4) + 30)} things`, 60, 40, { size: 9 }),
  )

  expect(text).not.toMatch(/About \w+ things/)
})

test('consecutive roman page numbers are removed', async () => {
  const romans = ['i', 'ii', 'iii', 'iv', 'v']

  const { removed } = await read(5, (pen, page) => pen.write(romans[page - 1] ?? '', 290, 810))

  expect(removed).toEqual(romans)
})

test('a table header row that repeats on each page stays', async () => {
  const { text } = await read(4, (pen, page) => {
    for (const [column, cell] of ['Name', 'Amount', 'Sum'].entries()) pen.write(cell, 60 + column * 150, 60)
    for (const [column, cell] of [`Wool ${page}`, String(page * 7), String(page * 70)].entries())
      pen.write(cell, 60 + column * 150, 76)
  })

  expect(text.match(/Name Amount Sum/g)).toHaveLength(4)
})

test('lone numbers that do not match the page count stay', async () => {
  const { text, removed } = await read(5, (pen, page) => pen.write(String((page * 37) % 11), 290, 810))

  expect(removed).toEqual([])
  for (const page of [1, 2, 3, 4, 5]) expect(text).toContain(`\n${(page * 37) % 11}`)
})

test('a document of two pages stays unchanged', async () => {
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

/** A page in a font of shapes without names, whose codes are these letters. */
async function makeUnmapped(text: string): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  const { context } = document
  const glyph = context.register(context.stream('500 0 0 0 400 700 d1 0 0 400 700 re f'))
  const names = Array.from({ length: 95 }, (_, at) => `g${at}`)
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, 0, 500, 700],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    CharProcs: Object.fromEntries(names.map(name => [name, glyph])),
    Encoding: { Type: 'Encoding', Differences: [32, ...names] },
    FirstChar: 32,
    LastChar: 126,
    Widths: names.map(() => 500),
    Resources: {},
  })
  page.node.setFontDictionary(PDFName.of('F0'), context.register(font))
  const content = context.stream(`BT /F0 12 Tf 50 700 Td (${text}) Tj ET`)
  page.node.set(PDFName.of('Contents'), context.register(content))
  return Buffer.from(await document.save())
}

test('a page whose font maps glyphs to no characters needs OCR, and has no wrong letters', async () => {
  const { blocks, warnings } = await parseDirect(await makeUnmapped('WKH OODPDV KDYH VRIW ZRRO DQG'))

  expect(blocks).toEqual([])
  expect(warnings).toEqual([expect.objectContaining({ code: 'ocr_needed', pages: [1] })])
})

test('a page whose font has no such map, but ASCII codes, is read', async () => {
  const document = await parseDirect(await makeUnmapped('The llamas have soft wool and are social'))

  expect(textOf(document)).toBe('The llamas have soft wool and are social')
})

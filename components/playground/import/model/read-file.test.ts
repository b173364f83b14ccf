import { describe, expect, test } from 'vitest'
import { readFile, guessColumns, hasHeader, readCsvRecords, jsonProblem } from './read-file.ts'
import { fileBytesMax, rowsMax, type TextTable } from './text-table.ts'
import fc from 'fast-check'

const quiet = () => {}
const read = (name: string, content: BlobPart) => readFile(new File([content], name), quiet)

describe('a file of texts', () => {
  test('CSV with a header: columns by name, cells by column, lines as in the file', async () => {
    const outcome = await read(
      'tickets.csv',
      '\u{feff}id,topic,text\r\n1,Billing,"Twice, again"\r\n2,,Late\r\n',
    )

    expect(outcome).toEqual({
      status: 'read',
      table: {
        format: 'csv',
        columns: ['id', 'topic', 'text'],
        cells: [
          ['1', '2'],
          ['Billing', ''],
          ['Twice, again', 'Late'],
        ],
        lines: Int32Array.of(2, 3),
      },
      guess: { text: 2, group: 1 },
    })
  })

  test('a header of too many columns is rejected before duplicate names are resolved', async () => {
    const header = `text,${'a,'.repeat(200_000)}a`

    expect(await read('wide.csv', `${header}\n1\n`)).toMatchObject({ status: 'refused', line: 1 })
  })

  test('a file extension does not override the content', async () => {
    expect(await read('notes.constructor', 'one\ntwo')).toMatchObject({
      status: 'read',
      table: { format: 'text', cells: [['one', 'two']] },
    })
  })

  test('tabs and semicolons are separators too', async () => {
    const [tabs, semicolons] = await Promise.all([
      read('a.tsv', 'label\ttext\nx\tone, two, three\n'),
      read('a.csv', 'label;text\nx;one, two\n'),
    ])

    expect(tabs).toMatchObject({ table: { cells: [['x'], ['one, two, three']] } })
    expect(semicolons).toMatchObject({ table: { cells: [['x'], ['one, two']] } })
  })

  test('CSV without a header keeps its first line as a text', async () => {
    const outcome = await read('a.csv', 'The cat sat on the mat.,3\nIt rained.,4\n')

    expect(outcome).toMatchObject({
      table: { columns: ['Column 1', 'Column 2'], lines: Int32Array.of(1, 2) },
      guess: { text: 0 },
    })
  })

  test('duplicate column names are made unique', async () => {
    const outcome = await read('a.csv', 'text,text,\na,b,c\n')

    expect(outcome).toMatchObject({ table: { columns: ['text', 'text 2', 'Column 3'] } })
  })

  test('JSON: texts, objects, or an object around the list; missing fields are empty', async () => {
    const bare = await read('a.json', '["one","two"]')
    const objects = await read(
      'a.json',
      '{"n":1,"rows":[{"text":"one","tags":["x"]},{"label":null,"text":"two"}]}',
    )

    expect(bare).toMatchObject({ table: { columns: ['text'], cells: [['one', 'two']] } })
    expect(objects).toMatchObject({
      table: {
        columns: ['text', 'tags', 'label'],
        cells: [
          ['one', 'two'],
          ['["x"]', ''],
          ['', ''],
        ],
      },
    })
  })

  test('JSONL: blank lines are skipped but counted', async () => {
    const outcome = await read('a.jsonl', '{"text":"one"}\r\n\r\n"two"\n')

    expect(outcome).toMatchObject({ table: { cells: [['one', 'two']], lines: Int32Array.of(1, 3) } })
  })

  test('JSON lines are detected under any file name', async () => {
    const [json, unknown] = await Promise.all([
      read('a.json', '{"text":"one"}\n{"text":"two"}\n'),
      read('data', '{"text":"one"}\n{"text":"two"}\n'),
    ])

    expect(json).toMatchObject({ table: { format: 'jsonl' } })
    expect(unknown).toMatchObject({ table: { format: 'jsonl' } })
  })

  test('UTF-16 with a byte order mark is read', async () => {
    const text = '\u{feff}text\tlabel\nGrüße\tx\n'
    const outcome = await read(
      'excel.txt',
      new Uint8Array(Uint16Array.from(text, c => c.charCodeAt(0)).buffer),
    )

    expect(outcome).toMatchObject({ table: { cells: [['text\tlabel', 'Grüße\tx']] } })
  })

  test('100,000 rows are read, one more is rejected with its line', async () => {
    const lines = 'text\n'.repeat(rowsMax)
    const [most, more] = await Promise.all([read('a.txt', lines), read('a.txt', `${lines}text\n`)])

    expect(most).toMatchObject({ status: 'read', table: { lines: { length: rowsMax } } })
    expect(more).toEqual({
      status: 'refused',
      line: rowsMax + 1,
      reason: 'a.txt has more than 100,000 rows. Split it or use a sample.',
    })
  })

  test('progress ends with the whole file', async () => {
    const shares: number[] = []

    await readFile(new File(['a\n'.repeat(200_000)], 'a.txt'), share => shares.push(share))

    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
  })
})

describe('a file that cannot be read gives a reason', () => {
  test.each([
    ['broken.csv', 'text,label\n"never closed,x\n', 2, 'The quote opened here is never closed.'],
    ['wide.csv', 'text,label\na,b\nc,d,e\n', 3, 'wide.csv has 3 fields here, 2 in its first line.'],
    ['broken.jsonl', '{"text":"a"}\n{"text":\n', 2, 'This line of broken.jsonl is not valid JSON'],
    ['list.jsonl', '"a"\n[1]\n', 2, 'This line of list.jsonl is neither a text nor an object.'],
    ['broken.json', '[\n"a",\n"b"\n"c"]', 4, 'broken.json is not valid JSON'],
    ['mixed.json', '["a", 7]', null, 'Item 2 of mixed.json is neither a text nor an object.'],
    ['none.json', '{"a":1}', null, 'none.json contains no list.'],
    ['empty.txt', '', null, 'empty.txt contains no text.'],
    ['spaces.txt', ' \n\n', null, 'spaces.txt contains no text.'],
    ['head.csv', 'text,label\n', null, 'head.csv contains no text.'],
  ])('%s', async (name, content, line, reason) => {
    const outcome = await read(name, content)

    expect(outcome).toEqual({ status: 'refused', line, reason: expect.stringContaining(reason) })
  })

  test.each([
    ['report.pdf', Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d)],
    ['table.xlsx', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 1, 2)],
    ['model.csv', Uint8Array.of(0x61, 0x62, 0, 1, 2)],
  ])('%s is binary', async (name, bytes) => {
    expect(await read(name, bytes)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('not a text file'),
    })
  })

  test('another encoding reports the line of its first invalid byte', async () => {
    const latin1 = Uint8Array.from('plain\nplain\nGr\u{fc}n\n', character => character.charCodeAt(0))

    expect(await read('old.txt', latin1)).toEqual({
      status: 'refused',
      line: 3,
      reason: 'old.txt is not UTF-8. Save it with UTF-8 encoding.',
    })
  })

  test('reading stops when a file grows beyond the limit', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x61)
    let pulled = 0
    const grown = {
      name: 'log.txt',
      size: 10,
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            pulled += 1
            controller.enqueue(chunk)
          },
        }),
    }

    expect(await readFile(grown, quiet)).toMatchObject({ status: 'refused' })
    expect(pulled * chunk.length).toBeLessThan(fileBytesMax + 8 * chunk.length)
  })
})

const table = (columns: Readonly<Record<string, readonly string[]>>): TextTable => ({
  format: 'csv',
  columns: Object.keys(columns),
  cells: Object.values(columns),
  lines: Int32Array.from(Object.values(columns)[0] ?? [], (_, row) => row + 2),
})

test('known column names take precedence over their content', () => {
  const guess = guessColumns(
    table({ Notes: ['a very long note', 'another long note'], Text: ['a', 'b'], Label: ['x', 'y'] }),
  )

  expect(guess).toEqual({ text: 1, group: 2 })
})

test('without known names, the column with the longest texts is the text, a repetitive one the color', () => {
  const guess = guessColumns(
    table({
      id: ['1', '2', '3', '4'],
      kind: ['a', 'b', 'a', 'b'],
      words: ['The cat sat.', 'A dog ran.', 'Birds flew away.', 'Fish swam.'],
    }),
  )

  expect(guess).toEqual({ text: 2, group: 1 })
})

test('a column of unique values is not used for color', () => {
  expect(guessColumns(table({ words: ['some words', 'more words'], id: ['1', '2'] }))).toEqual({
    text: 0,
    group: null,
  })
})

test.each([[['text']], [['Category', 'x']], [['id', 'Full name', 'note']]])('%j is a header', fields => {
  expect(hasHeader(fields)).toBe(true)
})

test.each([
  [['The cat sat on the mat.', 'animals']],
  [['hello']],
  [['1', '2']],
  [['yes', 'yes']],
  [['Good value for what it costs', 'shop']],
])('%j is a row', fields => {
  expect(hasHeader(fields)).toBe(false)
})

const fieldsOf = (text: string, delimiter = ',') =>
  [...readCsvRecords(text, delimiter)].map(({ fields }) => fields)

describe('records of CSV', () => {
  test('quoted fields hold separators, line breaks and doubled quotes', () => {
    const text = 'a,"b,\r\nstill ""b""",c\r\n1,2,3'

    expect(fieldsOf(text)).toEqual([
      ['a', 'b,\r\nstill "b"', 'c'],
      ['1', '2', '3'],
    ])
  })

  test.each(['\n', '\r\n', '\r'])('lines may end with %j, and the last one with nothing', ending => {
    expect(fieldsOf(`a,b${ending}c,d`)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(fieldsOf(`a,b${ending}c,d${ending}`)).toHaveLength(2)
  })

  test('each record has the line where it starts, after line breaks in quotes and blank lines', () => {
    const lines = [...readCsvRecords('a\n\n"b\nb\nb",x\nc\n', ',')].map(({ line }) => line)

    expect(lines).toEqual([1, 3, 6])
  })

  test('a separator at the end of a line adds an empty last field', () => {
    expect(fieldsOf('a,\n,b\n')).toEqual([
      ['a', ''],
      ['', 'b'],
    ])
    expect(fieldsOf('a,')).toEqual([['a', '']])
  })

  test('a quote within an unquoted field is a regular character', () => {
    expect(fieldsOf('5" pipe,2')).toEqual([['5" pipe', '2']])
  })

  test('an unclosed quote reports the line where it opened', () => {
    expect(() => fieldsOf('a,b\nc,"d\ne,f\ng,h\n')).toThrow(
      expect.objectContaining({ line: 2, message: expect.stringContaining('never closed') }),
    )
  })

  test('text after a closing quote reports its line and an excerpt', () => {
    expect(() => fieldsOf('a,b\n"x\ny"z,1\n')).toThrow(
      expect.objectContaining({ line: 3, message: expect.stringContaining('"z,1') }),
    )
  })

  test('any cells survive a round trip', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '😀') })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 })

    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
        const written = rows
          .map(row => row.map(value => `"${value.replaceAll('"', '""')}"`).join(delimiter))
          .join('\r\n')

        expect(fieldsOf(written, delimiter)).toEqual(rows)
      }),
    )
  })
})

const text = '[\n"a",\n"b"\n"c"]'

test.each([
  ['Chrome', "Expected ',' or ']' after array element in JSON at position 11 (line 4 column 1)"],
  ['older Chrome', 'Unexpected string in JSON at position 11'],
  ['Firefox', "JSON.parse: expected ',' or ']' after array element at line 4 column 1 of the JSON data"],
])('%s: the line is found in its message', (_, message) => {
  expect(jsonProblem(new SyntaxError(message), text).line).toBe(4)
})

test('Safari gives no position, so the line is null', () => {
  expect(jsonProblem(new SyntaxError("JSON Parse error: Expected ']'"), text)).toEqual({
    line: null,
    reason: "Expected ']'.",
  })
})

test('truncated JSON fails at its end', () => {
  expect(jsonProblem(new SyntaxError('Unexpected end of JSON input'), '{\n"a":').line).toBe(2)
})

test('the reason contains no character position', () => {
  const message = "Expected ',' or ']' after array element in JSON at position 11 (line 4 column 1)"

  expect(jsonProblem(new SyntaxError(message), text).reason).toBe("Expected ',' or ']' after array element.")
})

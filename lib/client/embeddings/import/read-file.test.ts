import { describe, expect, test } from 'vitest'
import { readFile } from './read-file.ts'
import { fileBytesMax, rowsMax } from './text-table.ts'

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

  test('a header of too many columns is refused before they are named apart', async () => {
    const header = `text,${'a,'.repeat(200_000)}a`

    expect(await read('wide.csv', `${header}\n1\n`)).toMatchObject({ status: 'refused', line: 1 })
  })

  test('an ending is no more than a name', async () => {
    expect(await read('notes.constructor', 'one\ntwo')).toMatchObject({
      status: 'read',
      table: { format: 'text', cells: [['one', 'two']] },
    })
  })

  test('tabs and semicolons separate as well', async () => {
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

  test('two columns of one name are told apart', async () => {
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

  test('JSONL: blank lines are skipped and still counted', async () => {
    const outcome = await read('a.jsonl', '{"text":"one"}\r\n\r\n"two"\n')

    expect(outcome).toMatchObject({ table: { cells: [['one', 'two']], lines: Int32Array.of(1, 3) } })
  })

  test('an object a line is read as such under any name', async () => {
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

  test('100,000 rows are read, one more is refused with its line', async () => {
    const lines = 'text\n'.repeat(rowsMax)
    const [most, more] = await Promise.all([read('a.txt', lines), read('a.txt', `${lines}text\n`)])

    expect(most).toMatchObject({ status: 'read', table: { lines: { length: rowsMax } } })
    expect(more).toEqual({
      status: 'refused',
      line: rowsMax + 1,
      reason: 'a.txt has more than 100,000 rows. Split it or take a sample.',
    })
  })

  test('progress ends with the whole file', async () => {
    const shares: number[] = []

    await readFile(new File(['a\n'.repeat(200_000)], 'a.txt'), share => shares.push(share))

    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
  })
})

describe('a file that cannot be read says why', () => {
  test.each([
    ['broken.csv', 'text,label\n"never closed,x\n', 2, 'The quote that opens here is never closed.'],
    ['wide.csv', 'text,label\na,b\nc,d,e\n', 3, 'wide.csv has 3 fields here, 2 in its first line.'],
    ['broken.jsonl', '{"text":"a"}\n{"text":\n', 2, 'This line of broken.jsonl is not JSON'],
    ['list.jsonl', '"a"\n[1]\n', 2, 'This line of list.jsonl is neither a text nor an object.'],
    ['broken.json', '[\n"a",\n"b"\n"c"]', 4, 'broken.json is not JSON'],
    ['mixed.json', '["a", 7]', null, 'Item 2 of mixed.json is neither a text nor an object.'],
    ['none.json', '{"a":1}', null, 'none.json holds no list.'],
    ['empty.txt', '', null, 'empty.txt holds no text.'],
    ['spaces.txt', ' \n\n', null, 'spaces.txt holds no text.'],
    ['head.csv', 'text,label\n', null, 'head.csv holds no text.'],
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

  test('another encoding names the line of its first foreign byte', async () => {
    const latin1 = Uint8Array.from('plain\nplain\nGr\u{fc}n\n', character => character.charCodeAt(0))

    expect(await read('old.txt', latin1)).toEqual({
      status: 'refused',
      line: 3,
      reason: 'old.txt is not UTF-8. Save it with the encoding UTF-8.',
    })
  })

  test('a file that grew beyond the limit is left', async () => {
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

import { describe, expect, test } from 'vitest'
import { drain } from '#components/embeddings/model/__fixtures__/drain.ts'
import { textRows, vectorSet } from '#components/embeddings/model/__fixtures__/vector-sets.ts'
import { readFile } from '#components/playground/import/model/read-file.ts'
import type { ExportInput } from './export-file.ts'
import { exportFiles } from './export-files.ts'

const rows = textRows(['plain', 'a "b", c\nd\te', 'lost', ' spaced '], ['x', null, 'x', 'y'])
const set = vectorSet([[0.1, -1], [1 / 3, 3.4e38], null, [NaN, 1e-45]])
const layout = Float32Array.of(0.5, -0.25, 1, 0, NaN, NaN, NaN, NaN)
const input: ExportInput = {
  format: 'csv',
  only: null,
  layout,
  clusters: Int32Array.of(1, 0, -1, -1),
  vectors: true,
  name: 'set',
}
const write = (changes: Partial<ExportInput>) => drain(exportFiles(rows, set, { ...input, ...changes }))
const textOf = async (changes: Partial<ExportInput>, index = 0) =>
  (await write(changes)[index]?.content.text()) ?? ''

describe('export', () => {
  test('CSV: a header, one line per row with a vector, empty cells for missing values', async () => {
    expect(write({}).map(({ name }) => name)).toEqual(['set.csv'])
    expect(await textOf({})).toBe(
      [
        'line,text,group,x,y,cluster,v0,v1\r\n',
        '1,plain,x,0.5,-0.25,1,0.100000001,-1\r\n',
        '2,"a ""b"", c\nd\te",,1,0,0,0.333333343,3.39999995e+38\r\n',
        '4," spaced ",y,,,,,1.40129846e-45\r\n',
      ].join(''),
    )
  })

  test('CSV survives a round trip through our own import', async () => {
    const file = new File(
      write({ vectors: false }).map(({ content }) => content),
      'set.csv',
    )
    const outcome = await readFile(file, () => {})

    expect(outcome).toMatchObject({
      table: {
        columns: ['line', 'text', 'group', 'x', 'y', 'cluster'],
        cells: [
          ['1', '2', '4'],
          ['plain', 'a "b", c\nd\te', ' spaced '],
          ['x', '', 'y'],
          ['0.5', '1', ''],
          ['-0.25', '0', ''],
          ['1', '0', ''],
        ],
      },
      guess: { text: 1, group: 2 },
    })
  })

  test('CSV: a text does not become a spreadsheet formula, a negative number stays one', async () => {
    const files = drain(
      exportFiles(textRows(['=cmd()'], ['@group']), vectorSet([[-1]]), { ...input, clusters: null }),
    )

    expect(await files[0]?.content.text()).toBe(
      "line,text,group,x,y,v0\r\n1,'=cmd(),'@group,0.5,-0.25,-1\r\n",
    )
  })

  test('empty columns are omitted', async () => {
    const bare = drain(
      exportFiles(textRows(['a']), vectorSet([[1]]), {
        ...input,
        layout: null,
        clusters: null,
        vectors: false,
      }),
    )

    expect(await bare[0]?.content.text()).toBe('line,text\r\n1,a\r\n')
  })

  test('only the requested rows with a vector are written, in the requested order', async () => {
    const text = await textOf({ only: [3, 2, 0], layout: null, clusters: null, vectors: false })

    expect(text).toBe('line,text,group\r\n4," spaced ",y\r\n1,plain,x\r\n')
  })

  test('JSONL: one line per row, each float32 exact, null for missing values', async () => {
    const lines = (await textOf({ format: 'jsonl' })).trimEnd().split('\n')
    const parsed: unknown[] = lines.map(line => JSON.parse(line))

    expect(parsed).toEqual([
      { line: 1, text: 'plain', group: 'x', x: 0.5, y: -0.25, cluster: 1, embedding: [0.100000001, -1] },
      {
        line: 2,
        text: 'a "b", c\nd\te',
        group: null,
        x: 1,
        y: 0,
        cluster: 0,
        embedding: [0.333333343, 3.39999995e38],
      },
      {
        line: 4,
        text: ' spaced ',
        group: 'y',
        x: null,
        y: null,
        cluster: null,
        embedding: [null, 1.40129846e-45],
      },
    ])
    expect(Math.fround(0.333333343)).toBe(Math.fround(1 / 3))
  })

  test('JSONL without vectors has no embedding', async () => {
    expect(await textOf({ format: 'jsonl', vectors: false })).not.toContain('embedding')
  })

  test('NPY: header of version 1.0 in multiples of 64 bytes, then little-endian float32', async () => {
    const content = new Uint8Array((await write({ format: 'npy' })[0]?.content.arrayBuffer()) ?? [])
    const view = new DataView(content.buffer)
    const headerLength = view.getUint16(8, true)
    const header = new TextDecoder().decode(content.subarray(10, 10 + headerLength))
    const values = new Float32Array(content.buffer.slice(10 + headerLength))

    expect([...content.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0])
    expect((10 + headerLength) % 64).toBe(0)
    expect(header).toMatch(/^\{'descr': '<f4', 'fortran_order': False, 'shape': \(3, 2\), \} *\n$/)
    expect(values).toEqual(Float32Array.of(0.1, -1, 1 / 3, 3.4e38, NaN, 1e-45))
  })

  test('the projector gets two files with one line per vector, and no tab within a cell', async () => {
    const files = write({ format: 'projector' })
    const [vectors, metadata] = [
      await textOf({ format: 'projector' }),
      await textOf({ format: 'projector' }, 1),
    ]

    expect(files.map(({ name }) => name)).toEqual(['set-vectors.tsv', 'set-metadata.tsv'])
    expect(vectors).toBe('0.100000001\t-1\n0.333333343\t3.39999995e+38\nNaN\t1.40129846e-45\n')
    expect(metadata).toBe(
      [
        'line\ttext\tgroup\tx\ty\tcluster\n',
        '1\tplain\tx\t0.5\t-0.25\t1\n',
        '2\ta "b", c d e\t\t1\t0\t0\n',
        '4\t spaced \ty\t\t\t\n',
      ].join(''),
    )
  })
})

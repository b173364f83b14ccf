import type { Task } from '#components/embeddings/model/analysis/task.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { VectorSet } from '#components/embeddings/model/vector-set.ts'
import type { ExportFile, ExportFormat, ExportInput } from './export-file.ts'
import { withoutSecrets } from '#lib/without-secrets.ts'
import { toCsvLine } from '#lib/client/csv-cell.ts'

/** Common input of the writers of all formats. */
export interface ExportSource {
  readonly rows: readonly TextRow[]
  readonly set: VectorSet
  /** Row numbers in the order they are written; each has a vector. */
  readonly order: readonly number[]
  readonly input: ExportInput
}

const rowsPerPiece = 64

const toProjectorRowsPerPiece = 64

const toCsvRowsPerPiece = 64

const alignment = 64

const rowsPerPart = 4_096

const partCharacters = 1_000_000

const writers = {
  csv: toCsv,
  jsonl: toJsonl,
  npy: toNpy,
  projector: toProjector,
} satisfies Record<ExportFormat, (source: ExportSource) => Task<readonly ExportFile[]>>

/** Exports vectors and their data; `projector` gives two files, the others one. */
export function* exportFiles(
  rows: readonly TextRow[],
  set: VectorSet,
  input: ExportInput,
): Task<readonly ExportFile[]> {
  const wanted = input.only ?? Array.from({ length: set.count }, (_, row) => row)
  const order = wanted.filter(row => set.present[row] === 1)
  return yield* writers[input.format]({ rows, set, order, input })
}

/** One object per line; the vector as `embedding`, with null for a NaN value. */
function* toJsonl(source: ExportSource): Task<readonly ExportFile[]> {
  const { set, order, input } = source
  const { fields, countRemoved } = rowFields(source)
  const writer = createBlobWriter()
  for (const [index, row] of order.entries()) {
    const known = JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value(row)])))
    const vector = set.values.subarray(row * set.dimensions, (row + 1) * set.dimensions)
    const numbers = input.vectors ? Array.from(vector, value => String(toShortNumber(value))).join(',') : null
    writer.write(numbers === null ? `${known}\n` : `${known.slice(0, -1)},"embedding":[${numbers}]}\n`)
    if (index % rowsPerPiece === 0) yield index / order.length
  }
  return [
    {
      name: `${input.name}.jsonl`,
      content: writer.finish('application/x-ndjson'),
      keysRemoved: countRemoved(),
    },
  ]
}

/**
 * Files for the TensorFlow projector: vectors without a header, metadata with one (required with two or more
 * columns), one line per vector in both.
 */
function* toProjector(source: ExportSource): Task<readonly ExportFile[]> {
  const { set, order, input } = source
  const { fields, countRemoved } = rowFields(source)
  const vectors = createBlobWriter()
  const metadata = createBlobWriter()
  metadata.write(toLine(fields.map(({ name }) => name)))
  for (const [index, row] of order.entries()) {
    const vector = set.values.subarray(row * set.dimensions, (row + 1) * set.dimensions)
    vectors.write(toLine(Array.from(vector, value => String(toShortNumber(value) ?? 'NaN'))))
    metadata.write(toLine(fields.map(({ value }) => String(value(row) ?? ''))))
    if (index % toProjectorRowsPerPiece === 0) yield index / order.length
  }
  const type = 'text/tab-separated-values'
  return [
    { name: `${input.name}-vectors.tsv`, content: vectors.finish(type), keysRemoved: 0 },
    { name: `${input.name}-metadata.tsv`, content: metadata.finish(type), keysRemoved: countRemoved() },
  ]
}

/** The format has no quoting: a tab or line break in a text becomes a space. */
function toLine(cells: readonly string[]): string {
  return `${cells.map(cell => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\n`
}

/** RFC 4180: a header, CRLF, quotes as needed, no formulas; the vector as columns `v0`, `v1`, … */
function* toCsv(source: ExportSource): Task<readonly ExportFile[]> {
  const { set, order, input } = source
  const { fields, countRemoved } = rowFields(source)
  const writer = createBlobWriter()
  const names = fields.map(({ name }) => name)
  const dimensions = input.vectors ? set.dimensions : 0
  writer.write(toCsvLine([...names, ...Array.from({ length: dimensions }, (_, at) => `v${at}`)]))
  for (const [index, row] of order.entries()) {
    const cells = fields.map(({ value }) => value(row))
    const vector = set.values.subarray(row * set.dimensions, row * set.dimensions + dimensions)
    writer.write(toCsvLine([...cells, ...Array.from(vector, toShortNumber)]))
    if (index % toCsvRowsPerPiece === 0) yield index / order.length
  }
  return [{ name: `${input.name}.csv`, content: writer.finish('text/csv'), keysRemoved: countRemoved() }]
}

/** NumPy's format 1.0: little-endian float32, rows × dimensions, in C order. */
function* toNpy({ set, order, input }: ExportSource): Task<readonly ExportFile[]> {
  const parts: Blob[] = [new Blob([npyHeader(order.length, set.dimensions)])]
  for (let from = 0; from < order.length; from += rowsPerPart) {
    const rows = order.slice(from, from + rowsPerPart)
    const part = new DataView(new ArrayBuffer(rows.length * set.dimensions * 4))
    rows.forEach((row, index) => {
      for (let at = 0; at < set.dimensions; at += 1) {
        part.setFloat32((index * set.dimensions + at) * 4, set.values[row * set.dimensions + at] ?? NaN, true)
      }
    })
    parts.push(new Blob([part]))
    yield from / order.length
  }
  const content = new Blob(parts, { type: 'application/octet-stream' })
  return [{ name: `${input.name}.npy`, content, keysRemoved: 0 }]
}

/** @see https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
function npyHeader(rows: number, columns: number): Uint8Array<ArrayBuffer> {
  const magic = [0x93, ...new TextEncoder().encode('NUMPY'), 1, 0]
  const description = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`
  const bare = magic.length + 2 + description.length + 1
  const padded = `${description}${' '.repeat((alignment - (bare % alignment)) % alignment)}\n`
  return Uint8Array.from([
    ...magic,
    padded.length & 0xff,
    padded.length >> 8,
    ...new TextEncoder().encode(padded),
  ])
}

/** Collects text as a Blob, piece by piece, so that a large file is never in memory as one string. */
function createBlobWriter(): { write: (text: string) => void; finish: (type: string) => Blob } {
  const parts: Blob[] = []
  let pending: string[] = []
  let characters = 0
  const flush = () => {
    parts.push(new Blob(pending))
    pending = []
    characters = 0
  }
  return {
    write(text) {
      pending.push(text)
      characters += text.length
      if (characters >= partCharacters) flush()
    },
    finish(type) {
      flush()
      return new Blob(parts, { type })
    },
  }
}

/** A column to export next to the text: its name, and its value in a row, null for none. */
interface RowField {
  readonly name: string
  readonly value: (row: number) => string | number | null
}

/** Line and text, and group, coordinates and cluster if available; texts without API keys. */
function rowFields({ rows, input: { layout, clusters } }: ExportSource): {
  readonly fields: readonly RowField[]
  /** After the last row was written. */
  readonly countRemoved: () => number
} {
  let keysRemoved = 0
  const clean = (text: string | null | undefined) => {
    const { value, removed } = withoutSecrets(text ?? null)
    keysRemoved += removed
    return value
  }
  const place = (row: number, axis: number) => toShortNumber(layout?.[row * 2 + axis] ?? NaN)
  const clusterOf = (row: number) => {
    const cluster = clusters?.[row] ?? -1
    return cluster < 0 ? null : cluster
  }
  const grouped = rows.some(({ group }) => group !== null)
  const fields = [
    { name: 'line', value: (row: number) => rows[row]?.line ?? null },
    { name: 'text', value: (row: number) => clean(rows[row]?.text) },
    ...(grouped ? [{ name: 'group', value: (row: number) => clean(rows[row]?.group) }] : []),
    ...(layout === null
      ? []
      : [
          { name: 'x', value: (row: number) => place(row, 0) },
          { name: 'y', value: (row: number) => place(row, 1) },
        ]),
    ...(clusters === null ? [] : [{ name: 'cluster', value: clusterOf }]),
  ]
  return { fields, countRemoved: () => keysRemoved }
}

/** The shortest decimal of a float32 that restores it exactly; null when it is not finite. */
function toShortNumber(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(9)) : null
}

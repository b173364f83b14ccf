import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { ExportFile } from './export-file.ts'
import type { ExportSource } from './export-files.ts'

const alignment = 64
const rowsPerPart = 4_096

/** NumPy's format 1.0: little-endian float32, rows × dimensions, in C order. */
export function* toNpy({ set, order, input }: ExportSource): Task<readonly ExportFile[]> {
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
  return [{ name: `${input.name}.npy`, content: new Blob(parts, { type: 'application/octet-stream' }) }]
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

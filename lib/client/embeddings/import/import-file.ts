import type { ImportOutcome } from './text-table.ts'

export interface ImportOptions {
  readonly signal?: AbortSignal
  /** Share of the file that was read, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

export declare function importFile(file: File, options?: ImportOptions): Promise<ImportOutcome>

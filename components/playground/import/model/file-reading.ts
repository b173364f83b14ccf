import type { importFile, ImportOptions } from './import-file.ts'
import type { ImportOutcome } from './text-table.ts'

/** Reads one file at a time. */
export interface FileReading {
  /**
   * Cancels the current file and reads this one.
   * @returns null when it was canceled itself, by the next file or by `cancel`
   */
  readonly read: (
    file: File,
    onProgress?: NonNullable<ImportOptions['onProgress']>,
  ) => Promise<ImportOutcome | null>
  readonly cancel: () => void
}

/** @param load loads the file reader on first use: most visits read no file */
export function createFileReading(load: () => Promise<typeof importFile> = loadImport): FileReading {
  let reading = new AbortController()

  async function read(
    file: File,
    signal: AbortSignal,
    onProgress: NonNullable<ImportOptions['onProgress']>,
  ): Promise<ImportOutcome | null> {
    try {
      const start = await load()
      return await start(file, { signal, onProgress: share => !signal.aborted && onProgress(share) })
    } catch (error) {
      if (signal.aborted) return null
      const reason = error instanceof Error ? error.message : String(error)
      return { status: 'refused', line: null, reason: `The file reader could not be loaded: ${reason}` }
    }
  }

  return {
    async read(file, onProgress = () => {}) {
      reading.abort()
      reading = new AbortController()
      const { signal } = reading
      const outcome = await read(file, signal, onProgress)
      return signal.aborted ? null : outcome
    },
    cancel: () => reading.abort(),
  }
}

async function loadImport(): Promise<typeof importFile> {
  return (await import('./import-file.ts')).importFile
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toStorageError } from '#lib/gateway/http/storage-error.ts'

/** Where uploads lie while they are worked on: a folder each, for nobody else to read. */
export interface UploadFolders {
  /** @throws ApiError `storage_full` */
  open(): Promise<UploadFolder>
  /** Removes what an earlier process left when it was killed. */
  clear(): Promise<void>
}

export interface UploadFolder extends AsyncDisposable {
  readonly path: string
}

const removal = { recursive: true, force: true, maxRetries: 3 } as const

export function createUploadFolders(dataDir: string): UploadFolders {
  const all = join(dataDir, 'uploads')
  return {
    async open() {
      try {
        await mkdir(all, { recursive: true, mode: 0o700 })
        const path = await mkdtemp(join(all, 'upload-'))
        return { path, [Symbol.asyncDispose]: () => rm(path, removal) }
      } catch (error) {
        throw toStorageError(error)
      }
    },
    clear: () => rm(all, removal),
  }
}

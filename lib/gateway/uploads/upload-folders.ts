import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toStorageError } from './storage-error.ts'

/** Folders of uploads in progress, one each, private to this user. */
export interface UploadFolders {
  /** @throws ApiError `storage_full` */
  open(): Promise<UploadFolder>
  /** Removes files left by a killed process. */
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

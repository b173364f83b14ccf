import { ApiError, isFullDisk } from '#lib/errors.ts'

/** A full disk as `storage_full`; every other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!isFullDisk(error)) return error
  const message = 'The server is out of disk space for uploads. The operator must free some.'
  return new ApiError('storage_full', message, { cause: error })
}

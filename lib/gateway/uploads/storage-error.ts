import { ApiError } from '#lib/errors.ts'

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** A full disk as `storage_full`; every other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && fullCodes.has(error.code))) return error
  const message = 'The server is out of disk space for uploads. The operator must free some.'
  return new ApiError('storage_full', message, { cause: error })
}

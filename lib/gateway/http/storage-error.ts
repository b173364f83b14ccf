import { ApiError } from '#lib/errors.ts'

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** A full disk as `storage_full`; every other failure as it is. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && fullCodes.has(error.code))) return error
  const message = 'The server has no room left for uploads. Its operator must free some disk space.'
  return new ApiError('storage_full', message, { cause: error })
}

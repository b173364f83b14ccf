import { statfs } from 'node:fs/promises'
import { ApiError } from '#lib/errors.ts'

const megabyte = 1_000_000

/** @throws ApiError `storage_full` when the file system of `folder` has less than `neededBytes` left */
export async function requireDiskSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes < neededBytes) throw storageFull(folder, `${toMegabytes(freeBytes)} MB free`, neededBytes)
}

/** A write that found no room, as the error that says so; anything else as it is. */
export function toStorageError(error: unknown, folder: string, neededBytes: number): unknown {
  const full =
    error instanceof Error &&
    (('code' in error && error.code === 'ENOSPC') || /no space left on device/i.test(error.message))
  return full ? storageFull(folder, 'no room left', neededBytes, error) : error
}

function storageFull(folder: string, what: string, neededBytes: number, cause?: unknown): ApiError {
  return new ApiError(
    'storage_full',
    `The disk of ${folder} has ${what}; ${toMegabytes(neededBytes)} MB more are needed. Make room or set MODELS_DIR to another disk; finished parts are kept.`,
    { cause, final: true },
  )
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / megabyte)
}

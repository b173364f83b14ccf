import { rename, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ApiError } from '#lib/errors.ts'
import type { CatalogueFile } from '#lib/models/catalogue-entry.ts'
import {
  SourceUnavailable,
  type FileOrder,
  type Source,
  type SourceName,
} from '#lib/models/sources/source.ts'
import { fileState, markVerified, removeFile, verifyFile } from './verify.ts'

/** Sources that turned out to be out of reach in this start, with the reason. */
export type Refusals = Map<SourceName, string>

export interface FetchFileOptions {
  readonly file: CatalogueFile
  readonly path: string
  readonly packageDir: string
  readonly sources: readonly Source[]
  readonly refusals: Refusals
  readonly signal: AbortSignal
  readonly report: (step: {
    state: 'downloading' | 'verifying'
    source: SourceName | null
    doneBytes: number
  }) => void
}

/**
 * Brings one file to its place: from the first source whose bytes have the right hash.
 * @throws ApiError `model_unavailable` naming every source and its reason; `storage_full`
 */
export async function fetchFile(options: FetchFileOptions): Promise<void> {
  const { file, path, sources, refusals, signal } = options
  const reasons: string[] = []
  const found = await checkExisting(options)
  if (found === 'good') return
  if (found === 'wrong') reasons.push('the file that was there had a wrong sha256 and was deleted')
  for (const source of sources.filter(candidate => candidate.offers(file))) {
    const refused = refusals.get(source.name)
    const reason = refused ?? (await tryFetch(source, options))
    if (reason === null) {
      await rename(`${path}.part`, path)
      await markVerified(path, file)
      return
    }
    signal.throwIfAborted()
    reasons.push(`${source.name}: ${reason}`)
  }
  if (reasons.length === 0) reasons.push('no source offers it')
  throw new ApiError(
    'model_unavailable',
    `${file.name} could not be fetched. ${reasons.join('; ')}. ${byHand(file, path)}`,
    { final: true },
  )
}

/** What a person without any of the sources can do. */
function byHand({ hub, url, sizeBytes }: CatalogueFile, path: string): string {
  const address =
    url ?? (hub && `https://huggingface.co/${hub.repository}/resolve/${hub.revision}/${hub.path}`)
  const size = `${Math.ceil(sizeBytes / 1e6)} MB`
  return address === undefined
    ? `Put the file (${size}) at ${path}.`
    : `Fetch ${address} (${size}) on a machine that can, and put it at ${path}.`
}

async function checkExisting({
  file,
  path,
  signal,
  report,
}: FetchFileOptions): Promise<'good' | 'wrong' | 'none'> {
  const state = await fileState(path, file)
  if (state === 'verified') return 'good'
  if (state === 'missing') return 'none'
  if (state === 'unverified') {
    report({ state: 'verifying', source: 'file', doneBytes: file.sizeBytes })
    if (await verifyFile(path, file, { signal })) {
      await markVerified(path, file)
      return 'good'
    }
  }
  await removeFile(path)
  return 'wrong'
}

/** @returns null when the complete, right file lies at `.part`; else why not */
async function tryFetch(source: Source, options: FetchFileOptions): Promise<string | null> {
  const { file, path, packageDir, refusals, signal, report } = options
  const partPath = `${path}.part`
  const order: FileOrder = {
    file,
    partPath,
    packageDir,
    signal,
    report: doneBytes => report({ state: 'downloading', source: source.name, doneBytes }),
  }
  try {
    await source.fetch(order)
  } catch (error) {
    signal.throwIfAborted()
    const failure = toStorageError(error, dirname(path), file.sizeBytes)
    if (failure instanceof ApiError) throw failure
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof SourceUnavailable) refusals.set(source.name, reason)
    return reason
  }
  report({ state: 'verifying', source: source.name, doneBytes: file.sizeBytes })
  if (await verifyFile(partPath, file, { signal })) return null
  await removeFile(partPath)
  return 'its bytes have a wrong sha256 and were deleted'
}

const megabyte = 1_000_000

/** @throws ApiError `storage_full` when the file system of `folder` has less than `neededBytes` left */
export async function requireDiskSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes < neededBytes) throw storageFull(folder, `${toMegabytes(freeBytes)} MB free`, neededBytes)
}

/** A write that found no room, as the error that says so; anything else as it is. */
function toStorageError(error: unknown, folder: string, neededBytes: number): unknown {
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

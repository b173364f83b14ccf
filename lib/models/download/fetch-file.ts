import { rename, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ApiError } from '#lib/errors.ts'
import type { CatalogFile } from '#lib/models/catalog-entry.ts'
import {
  SourceUnavailable,
  type FileOrder,
  type Source,
  type SourceName,
} from '#lib/models/sources/source.ts'
import { fileState, markVerified, removeFile, verifyFile } from './verify.ts'

/** Sources that were unreachable since the start, with the reason. */
export type Refusals = Map<SourceName, string>

export interface FetchFileOptions {
  readonly file: CatalogFile
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
 * Downloads one file from the first source with the right hash.
 * @throws ApiError `model_unavailable` with every source and its reason; `storage_full`
 */
export async function fetchFile(options: FetchFileOptions): Promise<void> {
  const { file, path, sources, refusals, signal } = options
  const reasons: string[] = []
  const found = await checkExisting(options)
  if (found === 'good') return
  if (found === 'wrong') reasons.push('the existing file had a wrong sha256 and was deleted')
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
  if (reasons.length === 0) reasons.push('no source has it')
  throw new ApiError(
    'model_unavailable',
    `Could not download ${file.name}. ${reasons.join('; ')}. ${byHand(file, path)}`,
    { final: true },
  )
}

/** Manual instructions, if no source works. */
function byHand({ hub, url, sizeBytes }: CatalogFile, path: string): string {
  const address =
    url ?? (hub && `https://huggingface.co/${hub.repository}/resolve/${hub.revision}/${hub.path}`)
  const size = `${Math.ceil(sizeBytes / 1e6)} MB`
  return address === undefined
    ? `Copy the file (${size}) to ${path}.`
    : `Download ${address} (${size}) on another machine and copy it to ${path}.`
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

/** @returns null if the complete, verified file is in `.part`; else the reason */
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
  return 'the file had a wrong sha256 and was deleted'
}

const megabyte = 1_000_000

/** @throws ApiError `storage_full` if the file system of `folder` has less than `neededBytes` free */
export async function requireDiskSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes < neededBytes) throw storageFull(folder, `${toMegabytes(freeBytes)} MB free`, neededBytes)
}

/** Converts a write error for lack of space; other errors stay unchanged. */
function toStorageError(error: unknown, folder: string, neededBytes: number): unknown {
  const full =
    error instanceof Error &&
    (('code' in error && error.code === 'ENOSPC') || /no space left on device/i.test(error.message))
  return full ? storageFull(folder, 'no space left', neededBytes, error) : error
}

function storageFull(folder: string, what: string, neededBytes: number, cause?: unknown): ApiError {
  return new ApiError(
    'storage_full',
    `The disk of ${folder} has ${what}; ${toMegabytes(neededBytes)} MB more are needed. Free some space or set MODELS_DIR to another disk; downloaded parts are reused.`,
    { cause, final: true },
  )
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / megabyte)
}

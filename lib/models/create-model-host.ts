import { ApiError } from '#lib/errors.ts'
import type { ChatEntry } from './catalogue-entry.ts'
import { createDownloads } from './download/downloads.ts'
import { fetchModel } from './download/fetch-model.ts'
import type { Refusals } from './download/fetch-file.ts'
import { createCallQueue } from './host/call-queue.ts'
import { createResident } from './host/resident.ts'
import { createWeights } from './host/weights.ts'
import type { ModelHost } from './http/model-host.ts'
import type { LoadChatRunner } from './llama/chat-runner.ts'
import { modelFile } from './model-files.ts'
import { createSources, type SourceSettings } from './sources/create-sources.ts'

export interface ModelHostSettings extends SourceSettings {
  readonly internalToken: string
  readonly contextTokens: number
  /** Calls of one model that are computed together. */
  readonly parallel: number
  readonly queueLimit: number
  readonly idleMs: number
  readonly downloadWaitMs: number
  readonly keepAliveMs: number
  readonly loadChat: LoadChatRunner
  readonly freeMemoryBytes: () => number
  readonly log: ModelHost['log']
}

/** Puts the parts of the models process together. */
export function createModelHost(settings: ModelHostSettings): ModelHost {
  const { modelsDir, log } = settings
  const sources = createSources(settings)
  const refusals: Refusals = new Map()
  const downloads = createDownloads({
    fetch: async (entry, { signal, report }) =>
      await fetchModel(entry, { modelsDir, sources, refusals, signal, report }),
    log: progress => log(progress.state === 'failed' ? 'error' : 'info', 'download', progress),
  })
  const load = async (entry: ChatEntry) => {
    const [file] = entry.files
    if (file === undefined) throw new ApiError('model_not_found', `\`${entry.id}\` has no file.`)
    log('info', `loading ${entry.id}`)
    return await loadOrExplain(entry.id, settings.loadChat, {
      modelPath: modelFile(modelsDir, entry, file),
      modelId: entry.id,
      thinks: entry.thinks,
    })
  }
  return {
    modelsDir,
    internalToken: settings.internalToken,
    contextTokens: settings.contextTokens,
    keepAliveMs: settings.keepAliveMs,
    queue: createCallQueue({ limit: settings.queueLimit, parallel: settings.parallel }),
    resident: createResident({ load, idleMs: settings.idleMs, freeMemoryBytes: settings.freeMemoryBytes }),
    weights: createWeights({ modelsDir, downloads, waitMs: settings.downloadWaitMs }),
    downloads,
    pull: entry => {
      if (downloads.active === 0) refusals.clear()
      return downloads.start(entry)
    },
    log,
  }
}

async function loadOrExplain(
  id: string,
  load: LoadChatRunner,
  options: Parameters<LoadChatRunner>[0],
): ReturnType<LoadChatRunner> {
  try {
    return await load(options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError('model_unavailable', `The model \`${id}\` could not be loaded: ${reason}`, {
      cause: error,
      retryAfterMs: 60_000,
    })
  }
}

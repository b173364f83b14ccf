import { join } from 'node:path'
import { ApiError } from '#lib/errors.ts'
import { onnxFileNames } from './catalog-onnx-files.ts'
import type { ChatEntry, CrossEncoderEntry, EmbeddingEntry, SpeechEntry } from './catalog-entry.ts'
import type { ContextWindow } from './context-window.ts'
import { createDownloads } from './download/downloads.ts'
import { fetchModel } from './download/fetch-model.ts'
import type { Refusals } from './download/fetch-file.ts'
import { createCallLimit } from './host/call-limit.ts'
import { createCallQueue } from './host/call-queue.ts'
import { createResident } from './host/resident.ts'
import { createResidents } from './host/residents.ts'
import { createWeights } from './host/weights.ts'
import type { ModelHost } from './http/model-host.ts'
import type { LoadChatRunner } from './llama/chat-runner.ts'
import { modelFile, modelFolder } from './model-files.ts'
import type { CrossEncoder, Embedder } from './onnx/onnx-model.ts'
import type { LoadOnnxModel } from './onnx/load-onnx-model.ts'
import type { LoadTranscriber, Transcriber } from './speech/load-transcriber.ts'
import { createSources, type SourceSettings } from './sources/create-sources.ts'

export interface ModelHostSettings extends SourceSettings {
  readonly internalToken: string
  readonly windowOf: (entry: ChatEntry) => ContextWindow
  /** Calls of one model that run in parallel. */
  readonly parallel: number
  readonly queueLimit: number
  readonly idleMs: number
  readonly downloadWaitMs: number
  readonly keepAliveMs: number
  readonly loadChat: LoadChatRunner
  readonly loadOnnx: LoadOnnxModel
  readonly loadTranscriber: LoadTranscriber
  readonly freeMemoryBytes: () => number
  readonly log: ModelHost['log']
}

/** Wires up the models process. */
export function createModelHost(settings: ModelHostSettings): ModelHost {
  const { modelsDir, log } = settings
  const sources = createSources(settings)
  const refusals: Refusals = new Map()
  const downloads = createDownloads({
    fetch: async (entry, { signal, report }) =>
      await fetchModel(entry, { modelsDir, sources, refusals, signal, report }),
    log: progress => log(progress.state === 'failed' ? 'error' : 'info', 'download', progress),
  })
  const load = async (entry: ChatEntry, onProgress: (share: number) => void) => {
    const [file] = entry.files
    if (file === undefined) throw new ApiError('model_not_found', `\`${entry.id}\` has no file.`)
    log('info', `loading ${entry.id}`)
    return await loadOrExplain(
      entry.id,
      settings.loadChat({
        modelPath: modelFile(modelsDir, entry, file),
        modelId: entry.id,
        thinks: entry.thinks,
        toolProbe: entry.toolProbe,
        contextTokens: settings.windowOf(entry).tokens,
        onProgress,
      }),
    )
  }
  const loadOnnx = async <Entry extends EmbeddingEntry | CrossEncoderEntry>(entry: Entry) => {
    const folder = modelFolder(modelsDir, entry)
    log('info', `loading ${entry.id}`)
    return await loadOrExplain(
      entry.id,
      settings.loadOnnx(entry, {
        model: join(folder, onnxFileNames.model),
        tokenizer: join(folder, onnxFileNames.tokenizer),
      }),
    )
  }
  const { idleMs, freeMemoryBytes } = settings
  return {
    modelsDir,
    internalToken: settings.internalToken,
    windowOf: settings.windowOf,
    keepAliveMs: settings.keepAliveMs,
    queue: createCallQueue({ limit: settings.queueLimit, parallel: settings.parallel }),
    resident: createResident({ load, idleMs, freeMemoryBytes }),
    embedders: createResidents<EmbeddingEntry, Embedder>({ load: loadOnnx, idleMs, freeMemoryBytes }),
    crossEncoders: createResidents<CrossEncoderEntry, CrossEncoder>({
      load: loadOnnx,
      idleMs,
      freeMemoryBytes,
    }),
    transcribers: createResidents<SpeechEntry, Transcriber>({
      load: async entry => {
        log('info', `loading ${entry.id}`)
        return await loadOrExplain(entry.id, settings.loadTranscriber(modelFolder(modelsDir, entry)))
      },
      idleMs,
      freeMemoryBytes,
    }),
    smallCalls: createCallLimit(settings.queueLimit),
    weights: createWeights({ modelsDir, downloads, waitMs: settings.downloadWaitMs }),
    downloads,
    pull: entry => {
      if (downloads.active === 0) refusals.clear()
      return downloads.start(entry)
    },
    log,
  }
}

async function loadOrExplain<Runner>(id: string, loading: Promise<Runner>): Promise<Runner> {
  try {
    return await loading
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError('model_unavailable', `Cannot load the model \`${id}\`: ${reason}`, {
      cause: error,
      retryAfterMs: 60_000,
    })
  }
}

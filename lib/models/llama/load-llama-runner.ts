import { availableParallelism } from 'node:os'
import { getLlama, type Llama, type LlamaContext, type LlamaModel } from 'node-llama-cpp'
import type { ComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { createLlamaAnswerer } from './llama-answerer.ts'
import type { LoadChatRunner } from './chat-runner.ts'
import { createPacer } from './pacer.ts'
import { createChatTemplate } from './render-prompt.ts'
import { createSequencePool } from './sequence-pool.ts'

export interface LlamaSettings {
  readonly sequences: number
  readonly semaphore: ComputeSemaphore
  readonly log: (level: 'debug' | 'warn' | 'error', message: string) => void
}

const measuredTokens = 64
// Measured with the 1.5B: after the weights, the context and the first tokens take longer than the weights.
const weightsShare = 0.6
const contextShare = 0.7
// A long prompt stops within about this time when its client disconnects.
const pieceMs = 600

/**
 * @returns a loader of llama.cpp models; the native library itself is loaded once, at first use. Loading has no
 * signal: waiting calls share it, and one abort must not end it for the others.
 */
export function createLlamaLoader(settings: LlamaSettings): LoadChatRunner {
  const { semaphore } = settings
  const threads = threadBudget(availableParallelism())
  let library: Promise<Llama> | null = null
  return async ({ modelPath, modelId, thinks, toolProbe, contextTokens, onProgress }) => {
    library ??= loadLibrary(settings, threads)
    library.catch(() => (library = null))
    const llama = await library
    llama.maxThreads = threads
    const model = await llama.loadModel({
      modelPath,
      ...(onProgress && { onLoadProgress: share => onProgress(share * weightsShare) }),
    })
    try {
      const context = await model.createContext({
        contextSize: contextTokens,
        threads,
        sequences: settings.sequences,
      })
      onProgress?.(contextShare)
      const sequences = Array.from({ length: context.totalSequences }, () => context.getSequence())
      const promptTokensPerSecond = await semaphore.step(
        async () => await measure(model, context, sequences[0]),
      )
      const answerer = createLlamaAnswerer({
        llama,
        model,
        modelId,
        thinks,
        toolProbe,
        template: createChatTemplate(readTemplate(model), {
          bos: model.tokens.bosString ?? '',
          eos: model.tokens.eosString ?? '',
        }),
        pool: createSequencePool(sequences),
        contextTokens: context.contextSize,
        pieceTokens: toPieceTokens(promptTokensPerSecond),
        pacer: createPacer({ threads, semaphore, setThreads: count => (llama.maxThreads = count) }),
      })
      return {
        contextTokens: context.contextSize,
        parallel: sequences.length,
        promptTokensPerSecond,
        ...answerer,
        dispose: async () => await model.dispose(),
      }
    } catch (error) {
      await model.dispose()
      throw error
    }
  }
}

async function loadLibrary({ log }: LlamaSettings, threads: number): Promise<Llama> {
  return await getLlama({
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: threads,
    // Its warnings concern the authors' files, which operators cannot change.
    logger: (level, message) =>
      log(level === 'error' || level === 'fatal' ? 'error' : 'debug', message.trim()),
  })
}

/** Leaves one core for other programs if there are more than two. */
export function threadBudget(cores: number): number {
  return cores > 2 ? cores - 1 : Math.max(1, cores)
}

async function measure(
  model: LlamaModel,
  context: LlamaContext,
  sequence: ReturnType<LlamaContext['getSequence']> | undefined,
): Promise<number> {
  if (sequence === undefined) throw new Error('the context has no sequence')
  const tokens = model
    .tokenize('The quick brown fox jumps over the lazy dog. '.repeat(measuredTokens / 8))
    .slice(0, measuredTokens)
  // The first token loads the weights into memory; only then can the speed be measured.
  await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(0, 1))
  const startMs = performance.now()
  await sequence.evaluateWithoutGeneratingNewTokens(tokens)
  const perSecond = (tokens.length * 1000) / (performance.now() - startMs)
  await sequence.clearHistory()
  return Math.round(perSecond)
}

/** A power of two, so that equal prompts are split equally despite small speed changes. */
export function toPieceTokens(promptTokensPerSecond: number): number {
  const wanted = (promptTokensPerSecond * pieceMs) / 1000
  return Math.min(512, Math.max(16, 2 ** Math.floor(Math.log2(Math.max(1, wanted)))))
}

function readTemplate(model: LlamaModel): string {
  const template = model.fileInfo.metadata.tokenizer.chat_template
  if (template === undefined) throw new Error('the model file has no chat template')
  return template
}

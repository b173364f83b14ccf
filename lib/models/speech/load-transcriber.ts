import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { startOnnxWorker } from '#lib/models/onnx/onnxruntime.ts'
import { Semaphore } from '#lib/semaphore.ts'
import type { FromMoonshine, MoonshineWorkerData, ToMoonshine } from './moonshine-messages.ts'

/** A loaded speech model. */
export interface Transcriber {
  /**
   * Transcribes a window of up to about 20 s.
   * @throws Error if the model fails; the signal's reason on abort
   */
  hear(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<string>
  dispose(): Promise<void>
}

/** @param folder of the model's files */
export type LoadTranscriber = (folder: string) => Promise<Transcriber>

// How long an answer of another model may be delayed.
const sliceMs = 100

/** @param options.threads the machine's budget */
export function createTranscriberLoader(options: {
  readonly threads: number
  readonly semaphore: ComputeSemaphore
}): LoadTranscriber {
  return async folder => {
    const tokens = readSpeechTokens(await readFile(join(folder, 'tokenizer.bin')))
    const thread = startMoonshineThread({
      encoderPath: join(folder, 'encoder_model.ort'),
      decoderPath: join(folder, 'decoder_model_merged.ort'),
      threads: options.threads,
    })
    await thread.ready
    // The thread processes one window at a time.
    const windows = new Semaphore({ atOnce: 1 })

    async function hearAlone(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<string> {
      signal.throwIfAborted()
      let ids = await options.semaphore.batch(() => thread.ask({ type: 'hear', samples }))
      while (ids === null) {
        signal.throwIfAborted()
        ids = await options.semaphore.batch(() => thread.ask({ type: 'go_on', ms: sliceMs }))
      }
      return tokens.toText(ids)
    }

    return {
      hear: (samples, signal) => windows.run(() => hearAlone(samples, signal), signal),
      dispose: () => thread.dispose(),
    }
  }
}

/** The vocabulary of a Moonshine model. */
interface SpeechTokens {
  toText(ids: readonly number[]): string
}

// 3 to 258 are single bytes; ids from here on are special tokens.
const firstByteId = 3
const lastByteId = 258
const firstSpecialId = 32_000

/**
 * Reads `tokenizer.bin`: entries of a length (one byte; two, low 7 bits first, if the top bit is set) and UTF-8
 * bytes. `▁` is a space.
 */
export function readSpeechTokens(file: Buffer): SpeechTokens {
  const entries: Buffer[] = []
  for (let at = 0; at < file.length;) {
    const low = file.readUInt8(at++)
    const length = low < 0x80 ? low : (low & 0x7f) + file.readUInt8(at++) * 0x80
    entries.push(file.subarray(at, at + length))
    at += length
  }
  return {
    toText(ids) {
      const bytes = ids.map(id => {
        if (id >= firstByteId && id <= lastByteId) return Buffer.of(id - firstByteId)
        return id < firstByteId || id >= firstSpecialId ? Buffer.alloc(0) : (entries[id] ?? Buffer.alloc(0))
      })
      return Buffer.concat(bytes).toString('utf8').replaceAll('▁', ' ').trim()
    },
  }
}

/** The model in its own thread; one request at a time. */
interface MoonshineThread {
  /** Rejects if the model cannot be loaded. */
  readonly ready: Promise<void>
  /** @returns the tokens of the window; null: continue */
  ask(message: Exclude<ToMoonshine, { type: 'close' }>): Promise<readonly number[] | null>
  dispose(): Promise<void>
}

function startMoonshineThread(data: MoonshineWorkerData): MoonshineThread {
  const worker = startOnnxWorker(new URL('./moonshine-worker.ts', import.meta.url), data)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let waiting: PromiseWithResolvers<readonly number[] | null> | null = null
  let failure = 'the thread ended'
  let alive = true

  worker.on('message', (message: FromMoonshine) => {
    if (message.type === 'ready') return ready.resolve()
    const asked = waiting
    waiting = null
    if (message.type === 'heard') asked?.resolve(message.ids)
    else asked?.reject(new Error(message.failure))
  })
  worker.on('error', error => (failure = error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => {
    alive = false
    ready.reject(new Error(failure))
    waiting?.reject(new Error(failure))
    ended.resolve()
  })
  // Waiting calls get the error; an unobserved exit of the thread must not end the process.
  ready.promise.catch(() => undefined)

  const tell = (message: ToMoonshine): void => worker.postMessage(message)
  return {
    ready: ready.promise,
    async ask(message) {
      if (!alive) throw new Error(failure)
      waiting = Promise.withResolvers()
      tell(message)
      return await waiting.promise
    },
    async dispose() {
      if (alive) tell({ type: 'close' })
      await ended.promise
    },
  }
}

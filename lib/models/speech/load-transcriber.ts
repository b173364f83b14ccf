import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { startModelThread } from '#lib/models/onnx/model-thread.ts'
import { Semaphore } from '#lib/semaphore.ts'
import type { FromMoonshine, MoonshineWorkerData, ToMoonshine } from './moonshine-messages.ts'

/** The speech of a window. */
export interface Heard {
  readonly text: string
  readonly tokenIds: readonly number[]
  /** Of its tokens: low where the sounds are no words that the model knows. */
  readonly meanLogProbability: number
}

/** A loaded speech model. */
export interface Transcriber {
  /**
   * Transcribes a window of up to about 20 s.
   * @throws Error if the model fails; the signal's reason on abort
   */
  hear(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<Heard>
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
    const data: MoonshineWorkerData = {
      encoderPath: join(folder, 'encoder_model.ort'),
      decoderPath: join(folder, 'decoder_model_merged.ort'),
      threads: options.threads,
    }
    const thread = startModelThread<
      Exclude<ToMoonshine, { type: 'close' }>,
      Exclude<FromMoonshine, { type: 'ready' }>
    >(new URL('./moonshine-worker.ts', import.meta.url), data)
    await thread.ready
    // The thread processes one window at a time.
    const windows = new Semaphore({ atOnce: 1 })

    async function hearAlone(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<Heard> {
      signal.throwIfAborted()
      let message: Exclude<ToMoonshine, { type: 'close' }> = { type: 'hear', samples }
      for (;;) {
        const answer = await options.semaphore.batch(() => thread.ask(message))
        if (answer.type === 'failed') throw new Error(answer.failure)
        const { ids, meanLogProbability } = answer
        if (ids !== null) return { text: tokens.toText(ids), tokenIds: ids, meanLogProbability }
        signal.throwIfAborted()
        message = { type: 'go_on', ms: sliceMs }
      }
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

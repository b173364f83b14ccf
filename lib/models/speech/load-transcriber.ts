import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComputeTurns } from '#lib/models/host/compute-turns.ts'
import { startMoonshineThread } from './moonshine-thread.ts'
import { readSpeechTokens } from './speech-tokens.ts'

/** A speech model in memory. */
export interface Transcriber {
  /**
   * What is said in a window of at most about 20 s.
   * @throws Error when the model fails; the signal's reason when it aborts
   */
  hear(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<string>
  dispose(): Promise<void>
}

/** @param folder of the model's files */
export type LoadTranscriber = (folder: string) => Promise<Transcriber>

// What an answer of another model may stand still.
const sliceMs = 100

/** @param options.threads the machine's budget */
export function createTranscriberLoader(options: {
  readonly threads: number
  readonly turns: ComputeTurns
}): LoadTranscriber {
  return async folder => {
    const tokens = readSpeechTokens(await readFile(join(folder, 'tokenizer.bin')))
    const thread = startMoonshineThread({
      encoderPath: join(folder, 'encoder_model.ort'),
      decoderPath: join(folder, 'decoder_model_merged.ort'),
      threads: options.threads,
    })
    await thread.ready
    // The thread works on one window at a time.
    let last: Promise<unknown> = Promise.resolve()

    async function hearAlone(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<string> {
      signal.throwIfAborted()
      let ids = await options.turns.batch(() => thread.ask({ type: 'hear', samples }))
      while (ids === null) {
        signal.throwIfAborted()
        ids = await options.turns.batch(() => thread.ask({ type: 'go_on', ms: sliceMs }))
      }
      return tokens.toText(ids)
    }

    return {
      hear(samples, signal) {
        const heard = last.then(() => hearAlone(samples, signal))
        last = heard.catch(() => undefined)
        return heard
      },
      dispose: () => thread.dispose(),
    }
  }
}

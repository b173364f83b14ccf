import { stat } from 'node:fs/promises'
import type { SpeechPlan, Transcribe } from '#lib/engines/parsing/options.ts'
import type { SpeechTarget } from '#lib/engines/speech/speech-target.ts'
import { ApiError } from '#lib/errors.ts'
import { askOnce, type AskOptions } from './ask-once.ts'
import type { Call } from './call.ts'
import { chooseTargets } from './choose-targets.ts'
import { toLanguage } from './to-language.ts'

/** What transcription needs of the registry. */
export interface SpeechModels {
  /** @throws ApiError `model_not_found` with the way to get it */
  resolveSpeech(publicId: string): SpeechTarget
  /** The best choice first. */
  transcribers(): Promise<readonly string[]>
}

export interface SpeechOptions extends AskOptions {
  readonly models: SpeechModels
  /** The operator's choice now. */
  readonly usual: () => string | undefined
}

/** Hints that OpenAI's form has. */
export interface SpeechHints {
  readonly prompt?: string | null
  readonly temperature?: number | null
}

/** How the speech of files becomes text. */
export interface Speech {
  /** The model that is asked when nobody names one; null: none is there. */
  usual(call: Call): Promise<string | null>
  /** How a model takes sound. @throws ApiError `model_not_found` */
  plan(model: string): SpeechPlan
  transcribe(model: string, call: Call, hints?: SpeechHints): Transcribe
}

const providerPlan: SpeechPlan = { partSecondsMax: 600, originalBytesMax: 25_000_000 }
const embeddedPlan: SpeechPlan = { partSecondsMax: 20, originalBytesMax: 0 }

export function createSpeech(options: SpeechOptions): Speech {
  const { models } = options
  return {
    async usual(call) {
      const chosen = options.usual()
      const ids = chosen === undefined ? await models.transcribers() : [chosen]
      return ids.find(id => call.allows(id)) ?? null
    },
    plan: model => (models.resolveSpeech(model).model.embedded ? embeddedPlan : providerPlan),
    transcribe(model, call, { prompt = null, temperature = null } = {}) {
      return async (sound, { language, signal }) => {
        signal.throwIfAborted()
        const question = {
          ...sound,
          sizeBytes: (await stat(sound.path)).size,
          language: toLanguage(language),
          prompt,
          temperature,
        }
        const targets = chooseTargets({ model }, call, id => models.resolveSpeech(id))
        const { target, answer } = await askOnce(targets, call, options, {
          prepare: () => question,
          guessTokens: () => 0,
          ask: (prepared, target, attemptOptions) =>
            target.model.transcribe(prepared, {
              ...attemptOptions,
              // The child that waits for it may be ended before the call is.
              signal: AbortSignal.any([attemptOptions.signal, signal]),
            }),
          estimate: () => Promise.resolve({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
        })
        const { text, segments, seconds } = answer
        return {
          text,
          segments: segments.length > 0 || text === '' ? segments : [{ start: 0, end: seconds ?? 0, text }],
          englishOnly: target.model.embedded,
        }
      }
    },
  }
}

/** Nothing here understands speech. */
export function noSpeech(): ApiError {
  const message =
    'No model here turns speech into text. Fetch the embedded one with: npm run -s sextant -- models pull local/moonshine-tiny-en, or configure a provider that transcribes.'
  return new ApiError('transcription_unavailable', message, { reason: 'speech' })
}

import { stat } from 'node:fs/promises'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import type { SpeechCertainty, SpeechPlan, Transcribe } from '#lib/documents/options.ts'
import { speechModels } from '#lib/speech/create-transcriber.ts'
import { measureSound } from '#lib/speech/measure-sound.ts'
import type { SpeechAnswer } from '#lib/speech/speech-model.ts'
import type { SpeechTarget } from '#lib/speech/speech-target.ts'
import { ApiError } from '#lib/errors.ts'
import { attemptOnce, type UnaryOptions } from '#lib/capabilities/attempts/attempt-once.ts'
import { countTokens } from '#lib/capabilities/tokens/count-tokens.ts'
import { chooseTargets } from '#lib/capabilities/attempts/choose-targets.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import {
  boundSpeech,
  boundSpeechClosely,
  estimateSpeechTokens,
  heardSeconds,
  heardTokens,
  isPricedByTokens,
  soundLength,
  SpeechTotal,
  speechUsage,
  withinBound,
} from './speech-usage.ts'

/** The part of the registry that transcription needs. */
export interface SpeechModels {
  /** @throws ApiError `model_not_found` with how to get the model */
  resolveAs(type: typeof speechModels, publicId: string): SpeechTarget
  /** Those that are ready. */
  transcribers(): Promise<readonly string[]>
  /** The models for requests that name none. */
  defaults(): DefaultModels
}

export interface SpeechOptions extends UnaryOptions {
  readonly models: SpeechModels
}

/** Hints of OpenAI's form. */
export interface SpeechHints {
  readonly prompt?: string | null
  readonly temperature?: number | null
}

/** How the speech of an upload is transcribed; `plan` null: no model available. */
export interface UploadSpeech {
  readonly plan: SpeechPlan | null
  readonly transcribe: Transcribe
}

/** Transcribes the speech of files. */
export interface Speech {
  /**
   * For a request without a model. Without a key only an embedded model is used, never a configured provider.
   */
  forUpload(context: RequestContext): Promise<UploadSpeech>
  /** The audio format of a model. @throws ApiError `model_not_found` */
  plan(model: string): SpeechPlan
  transcribe(model: string, context: RequestContext, hints?: SpeechHints): Transcribe
}

const providerPlan: SpeechPlan = { partSecondsMax: 600, originalBytesMax: 25_000_000 }
const embeddedPlan: SpeechPlan = { partSecondsMax: 20, originalBytesMax: 0 }

export function createSpeech(options: SpeechOptions): Speech {
  const { models } = options
  return { forUpload, plan, transcribe }

  async function forUpload(context: RequestContext): Promise<UploadSpeech> {
    const { speech: chosen } = models.defaults()
    const ready = await models.transcribers()
    const usable = chosen !== undefined && (ready.includes(chosen) || isConfigured(chosen)) ? [chosen] : []
    if (context.caller.isAnonymous) return withoutKey([...usable, ...ready], context)
    const model = usable.find(id => context.caller.allows(id))
    return model === undefined ? noUploadSpeech : by(model, context)
  }

  function withoutKey(ids: readonly string[], context: RequestContext): UploadSpeech {
    const model = ids.find(isEmbedded)
    if (model !== undefined) return by(model, context)
    return ids.length > 0 ? keyedUploadSpeech : noUploadSpeech
  }

  /** Whether a configured provider serves the model; its list need not name it. */
  function isConfigured(id: string): boolean {
    try {
      return !isEmbedded(id)
    } catch (error) {
      // Only recordings need the model: other files are read without it.
      if (error instanceof ApiError && error.code === 'model_not_found') return false
      throw error
    }
  }

  function isEmbedded(id: string): boolean {
    return models.resolveAs(speechModels, id).model.embedded
  }

  function by(model: string, context: RequestContext): UploadSpeech {
    return { plan: plan(model), transcribe: transcribe(model, context) }
  }

  function plan(model: string): SpeechPlan {
    return isEmbedded(model) ? embeddedPlan : providerPlan
  }

  function transcribe(
    model: string,
    context: RequestContext,
    { prompt = null, temperature = null }: SpeechHints = {},
  ): Transcribe {
    const total = new SpeechTotal()
    const { reportedCosts } = options.policy
    return async (sound, { language, signal }) => {
      signal.throwIfAborted()
      const sizeBytes = (await stat(sound.path)).size
      const file = soundLength(await measureSound(sound.path, sizeBytes), sizeBytes)
      const question = {
        ...sound,
        sizeBytes,
        language: toLanguage(language),
        prompt,
        temperature,
      }
      const able = await modelFor(model, question.language, context)
      const targets = chooseTargets({ model: able }, context.caller, id => resolveFor(context, id))
      const { target, answer, bound, attempt } = await attemptOnce(targets, context, options, {
        prepare: () => question,
        guessTokens: () => 0,
        bound: (_prepared, target) => boundSpeech(file, target, prompt),
        boundClosely: (_prepared, target) => Promise.resolve(boundSpeechClosely(file, target, prompt)),
        send: (prepared, target, attemptOptions) =>
          target.model.transcribe(prepared, {
            ...attemptOptions,
            // The waiting worker process may end before the request does.
            signal: AbortSignal.any([attemptOptions.signal, signal]),
          }),
        estimate(_prepared, target, reserved) {
          const { seconds } = file
          const sound = { seconds, tokens: estimateSpeechTokens(seconds, reserved?.outputTokens ?? 0) }
          return Promise.resolve(total.with(speechUsage(sound, target, reportedCosts)))
        },
      })
      const { seconds: heardFor, estimated } = heardSeconds(answer, file)
      const reported = heardTokens(answer, boundSpeech(file, target, prompt))
      const counted =
        reported ??
        (isPricedByTokens(target) ? estimateSpeechTokens(heardFor, await countTokens(answer.text)) : null)
      const tokens = counted !== null && context.budget.limits ? withinBound(counted, bound) : counted
      const used = speechUsage({ seconds: heardFor, tokens }, target, reportedCosts)
      attempt.charged(used.usage, used.charge)
      const { usage, charge } = total.add(used)
      const isCounted = tokens !== reported || (reported === null && (estimated || answer.tokens !== null))
      context.usage.meter(usage, { charge, estimated: isCounted })
      const { text, segments, seconds, language: heard } = answer
      const isGuess = target.model.embedded && question.language === null
      const certainty = isGuess ? await certaintyOf(answer, context) : null
      return {
        text,
        segments: segments.length > 0 || text === '' ? segments : [{ start: 0, end: seconds ?? 0, text }],
        englishOnly: target.model.embedded,
        ...(!estimated && { seconds: heardFor }),
        ...(certainty !== null && { certainty }),
        ...(heard !== null && { language: heard }),
      }
    }
  }

  /** The model, or its first fallback that knows the language. @throws ApiError `transcription_unavailable` */
  async function modelFor(id: string, language: string | null, context: RequestContext): Promise<string> {
    if (language === null || language === embeddedLanguage) return id
    const able = [id, ...resolveFor(context, id).fallbacks].find(each => !isEmbedded(each))
    if (able !== undefined) return able
    throw otherLanguage(language, await configuredModels(context))
  }

  async function certaintyOf(
    { segments }: SpeechAnswer,
    context: RequestContext,
  ): Promise<SpeechCertainty | null> {
    const known = segments.flatMap(({ tokens }) => tokens ?? [])
    const count = known.reduce((sum, tokens) => sum + tokens.count, 0)
    if (count === 0) return null
    const total = known.reduce((sum, tokens) => sum + tokens.count * tokens.meanLogProbability, 0)
    const advice = adviceFor(await configuredModels(context))
    const refusal = `is probably not in English, the only language of the embedded speech model. ${advice} If it is English, send \`language\` with \`en\`.`
    return { tokens: count, meanLogProbability: total / count, refusal }
  }

  /** Those of configured providers that the caller may use. */
  async function configuredModels(context: RequestContext): Promise<readonly string[]> {
    const all = context.caller.isAnonymous ? [] : await models.transcribers()
    return all.filter(each => !isEmbedded(each) && context.caller.allows(each))
  }

  function resolveFor(context: RequestContext, id: string): SpeechTarget {
    const target = models.resolveAs(speechModels, id)
    // A fallback may be a configured provider, which the operator pays for.
    return context.caller.isAnonymous ? { ...target, fallbacks: [] } : target
  }
}

const embeddedLanguage = 'en'

function otherLanguage(language: string, others: readonly string[]): ApiError {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  // It continues a sentence that begins with the name of the file.
  const message = `is in ${name}, and the embedded speech model understands only English. ${adviceFor(others)}`
  return new ApiError('transcription_unavailable', message, { reason: 'speech', param: 'language' })
}

function adviceFor(others: readonly string[]): string {
  if (others.length === 0) return 'Configure a provider with a speech model for other languages.'
  return `Send the recording to a model that does, or make it the default speech model: ${others.map(id => `\`${id}\``).join(', ')}.`
}

const noUploadSpeech: UploadSpeech = {
  plan: null,
  transcribe: () => Promise.reject(noSpeech()),
}

// The plan passes most recordings through undecoded: a rejection is not worth decoding them.
const keyedUploadSpeech: UploadSpeech = {
  plan: providerPlan,
  transcribe: () => Promise.reject(keyNeeded()),
}

/** No speech-to-text model is available. */
export function noSpeech(): ApiError {
  const message =
    'No speech-to-text model is available. Install the embedded one with: npm run -s sextant -- models pull local/moonshine-tiny-en, or set a default speech model of a provider.'
  return new ApiError('transcription_unavailable', message, { reason: 'speech' })
}

/**
 * ISO 639 in two letters where there are two, of the first of several joined by `+`; null for an unknown
 * language.
 */
export function toLanguage(given: string | null): string | null {
  const first = given?.split('+')[0]?.replace(/_.*$/, '') ?? ''
  try {
    return first === '' ? null : new Intl.Locale(first).language
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function keyNeeded(): ApiError {
  const message =
    'Without an API key, recordings are transcribed only by the embedded speech model, which is not installed. Send an API key in the header `Authorization: Bearer <key>`, or install the model with: npm run -s sextant -- models pull local/moonshine-tiny-en'
  return new ApiError('missing_api_key', message)
}

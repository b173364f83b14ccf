import { type Charge, chargeAnswer, sumCharges, withCharge } from '#lib/capabilities/charge.ts'
import type { ChargedUsage } from '#lib/capabilities/chat/chat-usage.ts'
import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { MeasuredSound } from '#lib/speech/measure-sound.ts'
import type { SpeechAnswer, SpeechTokens } from '#lib/speech/speech-model.ts'

/** A recording, or a part of one, as it is billed. */
export interface HeardSound {
  readonly seconds: number
  /** Null: not reported. */
  readonly tokens: SpeechTokens | null
}

/** The usage of one transcription: by time, or by tokens where the model is priced by them. */
export function speechUsage(
  { seconds, tokens }: HeardSound,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): ChargedUsage {
  const { input = 0, inputAudio = 0, output = 0 } = tokens ?? {}
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  const counts = (): UnitCounts =>
    target.price?.has('audio') === true
      ? { audio: Math.round(Math.max(seconds, target.speechSecondsMin ?? 0) * 1000), request: 1 }
      : tokens === null
        ? { inputAudio: estimateSpeechTokens(seconds).inputAudio, request: 1 }
        : { input: Math.max(0, input - inputAudio), inputAudio, output, request: 1 }
  const answer = { tokens: usage.total_tokens, counts, tier: null, reportedUsd: null, whole: true }
  const charge = chargeAnswer(answer, target, reportedCosts)
  return { usage: withCharge(usage, charge), charge }
}

/** Tokens of a recording of which none are reported. */
export function estimateSpeechTokens(seconds: number): SpeechTokens {
  const input = Math.ceil(seconds * tokensPerSecond)
  return { input, inputAudio: input, output: 0 }
}

/** Of OpenAI's models, which report their tokens: for servers of the same models that do not. */
const tokensPerSecond = 10

/** The length of a recording. */
export interface SoundLength {
  readonly seconds: number
  /** At least as long as its sound is. */
  readonly longestSeconds: number
  /** By the size of the file. */
  readonly estimated: boolean
}

/** @param measured null: unknown */
export function soundLength(measured: MeasuredSound | null, sizeBytes: number): SoundLength {
  const longestSeconds = sizeBytes / compressedBytesPerSecondMin
  if (measured === null) return { seconds: longestSeconds, longestSeconds, estimated: true }
  const { seconds, exact } = measured
  return { seconds, longestSeconds: exact ? seconds : Math.max(seconds, longestSeconds), estimated: false }
}

/**
 * The length of a recording that was transcribed: as reported, else as measured, else as timestamps say, else the longest
 * that the file may have.
 */
export function heardSeconds(
  { seconds, segments }: SpeechAnswer,
  file: SoundLength,
): Pick<SoundLength, 'seconds' | 'estimated'> {
  const most = file.longestSeconds * roundingFactor + 1
  const isPossible = (given: number | null | undefined): given is number =>
    typeof given === 'number' && given > 0 && given <= most
  if (isPossible(seconds)) return { seconds: Math.min(seconds, file.longestSeconds), estimated: false }
  const end = segments.at(-1)?.end
  if (file.estimated && isPossible(end)) return { seconds: end, estimated: false }
  return { seconds: file.seconds, estimated: file.estimated }
}

// Servers round, and count the padding of encoders.
const roundingFactor = 1.05

/** As reported; null: not reported, or more than any model makes of the sound. */
export function heardTokens({ tokens }: SpeechAnswer, seconds: number): SpeechTokens | null {
  if (tokens === null) return null
  const most = boundSpeechTokens(seconds) + promptTokensMax
  return tokens.input <= most && tokens.output <= most ? tokens : null
}

/** More tokens than any model makes of the sound. */
export function boundSpeechTokens(seconds: number): number {
  return Math.ceil(seconds * tokensPerSecondMax)
}

/** A closer estimate, by the rate of OpenAI's models with a tenth for others. */
export function likelySpeechTokensMax(seconds: number): number {
  return Math.ceil(seconds * tokensPerSecond * 1.1)
}

/** The time that is billed at most. */
export function boundSound({ longestSeconds }: SoundLength, { speechSecondsMin = 0 }: AnyTarget): UnitCounts {
  return { audio: Math.ceil(Math.max(longestSeconds, speechSecondsMin) * 1000) }
}

// Beside the sound: the words to expect.
const promptTokensMax = 10_000

const tokensPerSecondMax = 100
// 6 kbit/s, the lowest rate of Opus.
const compressedBytesPerSecondMin = 750

/** Usage of all parts of one recording, which are transcribed one after another. */
export class SpeechTotal {
  #usage: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  #charge: Charge | null = null

  /** Usage with one more part, which is not added. */
  with({ usage, charge }: ChargedUsage): ChargedUsage {
    const { prompt_tokens, completion_tokens, total_tokens } = this.#usage
    const tokens = {
      prompt_tokens: prompt_tokens + usage.prompt_tokens,
      completion_tokens: completion_tokens + usage.completion_tokens,
      total_tokens: total_tokens + usage.total_tokens,
    }
    const sum = sumCharges(this.#charge, charge) ?? charge
    return { usage: withCharge(tokens, sum), charge: sum }
  }

  add(part: ChargedUsage): ChargedUsage {
    const sum = this.with(part)
    this.#usage = sum.usage
    this.#charge = sum.charge
    return sum
  }
}

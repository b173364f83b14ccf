import { type Charge, chargeAnswer, sumCharges, withCharge } from '#lib/capabilities/charge.ts'
import type { ChargedUsage } from '#lib/capabilities/chat/chat-usage.ts'
import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
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

interface SoundLength {
  readonly seconds: number
  /** Computed from the size of the file. */
  readonly estimated: boolean
}

/** The length of a recording that was transcribed: as reported, else as timestamps or the size of the file say. */
export function heardSeconds(
  { seconds, segments }: SpeechAnswer,
  sizeBytes: number,
  isWav: boolean,
): SoundLength {
  const known = seconds ?? segments.at(-1)?.end
  return known === undefined ? estimateSeconds(sizeBytes, isWav) : { seconds: known, estimated: false }
}

/** The length by the size of the file, which is exact for our own parts. */
export function estimateSeconds(sizeBytes: number, isWav: boolean): SoundLength {
  if (isWav) return { seconds: wavSeconds(sizeBytes), estimated: false }
  return { seconds: sizeBytes / compressedBytesPerSecond, estimated: true }
}

/** At least as long as the sound is. */
export function boundSeconds(sizeBytes: number, isWav: boolean): number {
  return isWav ? wavSeconds(sizeBytes) : sizeBytes / compressedBytesPerSecondMin
}

/** More tokens than any model makes of the sound. */
export function boundSpeechTokens(sizeBytes: number, isWav: boolean): number {
  return Math.ceil(boundSeconds(sizeBytes, isWav) * tokensPerSecondMax)
}

/** A closer estimate, by the rate of OpenAI's models with a tenth for others. */
export function likelySpeechTokensMax(sizeBytes: number, isWav: boolean): number {
  return Math.ceil(estimateSeconds(sizeBytes, isWav).seconds * tokensPerSecond * 1.1)
}

const tokensPerSecondMax = 100
// 128 kbit/s, as most MP3 files have.
const compressedBytesPerSecond = 16_000
// 6 kbit/s, the lowest rate of Opus.
const compressedBytesPerSecondMin = 750
// 16-bit samples at 16 kHz, as `parse-audio.ts` writes them.
const wavBytesPerSecond = 32_000

function wavSeconds(sizeBytes: number): number {
  return sizeBytes / wavBytesPerSecond
}

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

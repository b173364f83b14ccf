import { type Charge, chargeAnswer, sumCharges, withCharge } from '#lib/capabilities/charge.ts'
import type { InputBound } from '#lib/capabilities/attempts/attempt-once.ts'
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
        ? { inputAudio: estimateSpeechTokens(seconds, 0).inputAudio, request: 1 }
        : { input: Math.max(0, input - inputAudio), inputAudio, output, request: 1 }
  const answer = { tokens: usage.total_tokens, counts, tier: null, reportedUsd: null, whole: true }
  const charge = chargeAnswer(answer, target, reportedCosts)
  return { usage: withCharge(usage, charge), charge }
}

/** Tokens of a recording of which none are reported. */
export function estimateSpeechTokens(seconds: number, output: number): SpeechTokens {
  const input = Math.ceil(seconds * tokensPerSecond)
  return { input, inputAudio: input, output }
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
export function heardTokens({ tokens }: SpeechAnswer, most: InputBound): SpeechTokens | null {
  if (tokens === null) return null
  return tokens.input <= most.tokens && tokens.output <= (most.outputTokens ?? 0) ? tokens : null
}

/** At most as many tokens as were reserved. @returns the same object where there are no more */
export function withinBound(heard: SpeechTokens, { tokens, outputTokens = 0 }: InputBound): SpeechTokens {
  const { input, inputAudio, output } = heard
  if (input <= tokens && output <= outputTokens) return heard
  return {
    input: Math.min(input, tokens),
    inputAudio: Math.min(inputAudio, tokens),
    output: Math.min(output, outputTokens),
  }
}

/** Whether a transcription is billed by its tokens, and not by its time. */
export function isPricedByTokens({ price }: AnyTarget): boolean {
  return price !== undefined && !price.isFree && !price.has('audio')
}

/** More than any model makes of the sound, and of the words to expect. */
export function boundSpeech(file: SoundLength, target: AnyTarget, prompt: string | null): InputBound {
  const { longestSeconds } = file
  return {
    tokens: Math.ceil(longestSeconds * tokensPerSecondMax) + Buffer.byteLength(prompt ?? ''),
    outputTokens: Math.ceil(longestSeconds * tokensPerSecondMax) + shortTextTokens,
    units: { audio: billedMs(longestSeconds, target) },
  }
}

/** A closer estimate: of the sound by the rate of OpenAI's models with a tenth for others, of the text by fast speech. */
export function boundSpeechClosely(file: SoundLength, target: AnyTarget, prompt: string | null): InputBound {
  const { longestSeconds } = file
  return {
    tokens: Math.ceil(longestSeconds * tokensPerSecond * 1.1) + Buffer.byteLength(prompt ?? ''),
    outputTokens: Math.ceil(longestSeconds * textTokensPerSecondMax) + shortTextTokens,
    units: { audio: billedMs(longestSeconds, target) },
  }
}

function billedMs(seconds: number, { speechSecondsMin = 0 }: AnyTarget): number {
  return Math.ceil(Math.max(seconds, speechSecondsMin) * 1000)
}

const tokensPerSecondMax = 100
/** Six words a second, in a language with many tokens for each. */
const textTokensPerSecondMax = 25
const shortTextTokens = 16
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

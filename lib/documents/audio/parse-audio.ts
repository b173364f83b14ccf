import { rm, writeFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Block, ParsedDocument, SpeechSegment } from '#lib/documents/blocks.ts'
import { uploadFile } from '#lib/documents/pool/child-messages.ts'
import { partFile, type SpeechCertainty, type SpeechPlan, type Transcript } from '#lib/documents/options.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import decodeChunked from 'audio-decode/stream'

interface Speech {
  readonly segments: readonly SpeechSegment[]
  readonly seconds: number
  readonly englishOnly: boolean
}

/** Transcribes a recording with the pool's speech engine. */
export async function parseAudio(input: ParserInput): Promise<ParsedDocument> {
  const { speech: plan } = input.options
  if (plan === null) {
    const advice =
      'Configure a provider with a speech model, or enable the embedded one (local/moonshine-tiny-en).'
    throw parseError('speech', `is a recording, but no speech model is configured. ${advice}`)
  }
  const format = readSoundFormat(input.bytes)
  const asIs = input.bytes.length <= plan.originalBytesMax
  const { segments, seconds, englishOnly } = asIs
    ? await hearWhole(input, format)
    : await hearParts(input, format, plan)
  const message = 'The embedded speech model supports only English. Configure a provider for other languages.'
  return {
    kind: 'audio',
    pages: 1,
    blocks: segments.map(({ text }): Block => ({ type: 'paragraph', text, headings: [], origin: 'speech' })),
    segments,
    seconds,
    warnings: englishOnly ? [{ code: 'english_only', message }] : [],
    readings: [{ page: 1, engine: 'speech', origin: 'speech' }],
  }
}

async function hearWhole({ tools }: ParserInput, { extension }: SoundFormat): Promise<Speech> {
  const transcript = await tools.transcribe(uploadFile, `sound.${extension}`)
  const segments = toSegments(transcript, { start: 0, end: null })
  const seconds = transcript.seconds ?? segments.at(-1)?.end ?? 0
  return { segments, seconds: round(seconds), englishOnly: transcript.englishOnly }
}

async function hearParts(input: ParserInput, format: SoundFormat, plan: SpeechPlan): Promise<Speech> {
  const segments: SpeechSegment[] = []
  let seconds = 0
  let englishOnly = false
  const certainties: SpeechCertainty[] = []
  for await (const { startSeconds, samples } of cutParts(decodeSound(input, format), plan.partSecondsMax)) {
    seconds = startSeconds + samples.length / speechRate
    const isShort = samples.length < speechRate * secondsMin
    // Every speech model refuses less; of a longer recording it is only the end.
    if (isShort && startSeconds === 0) throw tooShort(seconds)
    if (isShort || isSilent(samples)) continue
    const file = path.join(input.folder, partFile)
    await writeWav(file, samples)
    const transcript = await input.tools.transcribe(partFile, partFile)
    await rm(file)
    englishOnly ||= transcript.englishOnly
    if (transcript.certainty !== undefined) certainties.push(transcript.certainty)
    segments.push(...toSegments(transcript, { start: startSeconds, end: seconds }))
    input.tools.report({ kind: 'sound', seconds: round(seconds) })
  }
  refuseForeign(certainties)
  return { segments, seconds: round(seconds), englishOnly }
}

// Measured with the embedded model: English, noise of a fifth of its level included, was above, and nine of ten short
// sentences in eight other languages below.
const meanLogProbabilityMin = -0.6

/** One part may be music: the whole recording counts. @throws ApiError `transcription_unavailable` */
function refuseForeign(certainties: readonly SpeechCertainty[]): void {
  const tokens = certainties.reduce((sum, each) => sum + each.tokens, 0)
  const total = certainties.reduce((sum, each) => sum + each.tokens * each.meanLogProbability, 0)
  const [first] = certainties
  if (first !== undefined && total < tokens * meanLogProbabilityMin) throw parseError('speech', first.refusal)
}

const secondsMin = 0.1

function tooShort(seconds: number): Error {
  const length = `${Math.round(seconds * 1000)} ms`
  return parseError(
    'too_short',
    `has ${length} of sound; a speech model needs at least ${secondsMin * 1000} ms. Send a longer recording.`,
  )
}

/** Segments with timestamps of the whole recording, never overlapping; a text without segments is one. */
function toSegments(
  { text, segments }: Transcript,
  part: { start: number; end: number | null },
): SpeechSegment[] {
  const given = segments.filter(segment => segment.text.trim() !== '')
  if (given.length === 0) {
    const whole = text.trim()
    return whole === '' ? [] : [{ start: round(part.start), end: round(part.end ?? part.start), text: whole }]
  }
  let before = part.start
  return given.map(segment => {
    const start = Math.max(before, part.start + segment.start)
    const end = Math.max(start, Math.min(part.end ?? Infinity, part.start + segment.end))
    before = end
    return { start: round(start), end: round(end), text: segment.text.trim() }
  })
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

const headerBytes = 44
const sampleBytes = 2

/** Encodes 16 kHz mono samples as a 16-bit WAV. */
export async function writeWav(path: string, samples: Float32Array): Promise<void> {
  const dataBytes = samples.length * sampleBytes
  const file = Buffer.alloc(headerBytes + dataBytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(speechRate, 24)
  file.writeUInt32LE(speechRate * sampleBytes, 28)
  file.writeUInt16LE(sampleBytes, 32)
  file.writeUInt16LE(sampleBytes * 8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(dataBytes, 40)
  for (const [index, sample] of samples.entries()) {
    const level = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
    file.writeInt16LE(level, headerBytes + index * sampleBytes)
  }
  await writeFile(path, file)
}

const quietSeconds = 0.3
const searchSeconds = 30
const silenceDecibels = -60

/** A section of audio and its offset in the recording. */
export interface SoundPart {
  readonly startSeconds: number
  readonly samples: Float32Array
}

/**
 * Splits audio into parts of at most `secondsMax`, at the quietest moment in the last 30 s of a part, to avoid
 * splitting words.
 * @param sound 16 kHz mono
 */
export async function* cutParts(
  sound: AsyncIterable<Float32Array>,
  secondsMax: number,
): AsyncGenerator<SoundPart> {
  const samplesMax = secondsMax * speechRate
  let waiting = new Float32Array(samplesMax * 2)
  let length = 0
  let start = 0
  for await (const piece of sound) {
    for (let at = 0; at < piece.length;) {
      const available = Math.min(piece.length - at, waiting.length - length)
      waiting.set(piece.subarray(at, at + available), length)
      length += available
      at += available
      while (length > samplesMax) {
        const cut = quietest(waiting, samplesMax)
        yield { startSeconds: start / speechRate, samples: waiting.slice(0, cut) }
        waiting.copyWithin(0, cut, length)
        length -= cut
        start += cut
      }
    }
  }
  if (length > 0) yield { startSeconds: start / speechRate, samples: waiting.slice(0, length) }
}

/** Center of the quietest 0.3 s before the limit; never in the first half of the part. */
function quietest(samples: Float32Array, limit: number): number {
  const window = Math.round(quietSeconds * speechRate)
  const from = Math.max(Math.floor(limit / 2), limit - searchSeconds * speechRate)
  let power = 0
  let [least, at] = [Infinity, limit]
  for (let end = from; end < limit; end += 1) {
    power += (samples[end] ?? 0) ** 2
    if (end - from >= window) power -= (samples[end - window] ?? 0) ** 2
    if (end - from >= window - 1 && power < least) [least, at] = [power, end - Math.floor(window / 2)]
  }
  return at
}

/** True below −60 dBFS: a speech engine would invent text for it. */
export function isSilent(samples: Float32Array): boolean {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length)) < 10 ** (silenceDecibels / 20)
}

const chunkBytes = 64 * 1024
const pcmFile = 'sound.pcm'

/**
 * Decodes to 16 kHz mono in pieces: an hour of audio at once would take gigabytes.
 * @throws ApiError `corrupt`, `kind`
 */
async function* decodeSound(input: ParserInput, format: SoundFormat): AsyncGenerator<Float32Array> {
  if (format.needsFfmpeg) {
    if (!input.programs.ffmpeg) throw needsFfmpeg()
    return yield* decodeByFfmpeg(input)
  }
  let decoded = false
  try {
    for await (const piece of resampled(decodeChunked(chunksOf(input.bytes), format.name))) {
      decoded = true
      yield piece
    }
  } catch (error) {
    if (decoded || !input.programs.ffmpeg) throw unreadable(error)
    return yield* decodeByFfmpeg(input)
  }
  if (!decoded) throw unreadable()
}

async function* resampled(
  sound: AsyncIterable<{ readonly channelData: readonly Float32Array[]; readonly sampleRate: number }>,
): AsyncGenerator<Float32Array> {
  let resampler: Resampler | null = null
  for await (const { channelData, sampleRate } of sound) {
    if (channelData.length === 0) continue
    resampler ??= new Resampler(sampleRate)
    yield resampler.push(toMono(channelData))
  }
  if (resampler !== null) yield resampler.end()
}

function toMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels
  if (others.length === 0) return first
  return first.map(
    (sample, at) => (sample + others.reduce((sum, each) => sum + (each[at] ?? 0), 0)) / channels.length,
  )
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

async function* decodeByFfmpeg({ tools, folder }: ParserInput): AsyncGenerator<Float32Array> {
  try {
    await tools.run({ tool: 'ffmpeg', file: uploadFile, output: pcmFile })
  } catch (error) {
    throw unreadable(error)
  }
  const pcm = await readFile(path.join(folder, pcmFile))
  const samples = speechRate * 10
  for (let at = 0; at < pcm.length; at += samples * 2) {
    const count = Math.min(samples, Math.floor((pcm.length - at) / 2))
    yield Float32Array.from({ length: count }, (_, index) => pcm.readInt16LE(at + index * 2) / 32_768)
  }
}

function needsFfmpeg(): Error {
  const advice = 'Install ffmpeg on the server, or send the file as MP3, WAV, FLAC or OGG.'
  return parseError('kind', `is M4A, MP4 or AAC, which requires ffmpeg. ${advice}`)
}

function unreadable(cause?: unknown): Error {
  return parseError('corrupt', 'contains no decodable audio. Send it as MP3, WAV, FLAC or OGG.', cause)
}

type DecoderName = 'mp3' | 'flac' | 'opus' | 'oga' | 'm4a' | 'wav' | 'aac' | 'aiff' | 'caf' | 'webm' | 'amr'

interface SoundFormat {
  readonly name: DecoderName
  /** File extensions by which providers detect formats. */
  readonly extension: string
  /** Its common codec has no decoder under a redistributable license. */
  readonly needsFfmpeg: boolean
}

const starts: readonly (readonly [string, DecoderName, string])[] = [
  ['RIFF', 'wav', 'wav'],
  ['fLaC', 'flac', 'flac'],
  ['FORM', 'aiff', 'aiff'],
  ['caff', 'caf', 'caf'],
  ['#!AMR', 'amr', 'amr'],
  ['\u001aE\u00df\u00a3', 'webm', 'webm'],
  ['ID3', 'mp3', 'mp3'],
]

/** The decoder for these bytes, which are known to be audio. */
function readSoundFormat(bytes: Buffer): SoundFormat {
  const head = bytes.subarray(0, 1024).toString('latin1')
  if (head.slice(4, 8) === 'ftyp') return { name: 'm4a', extension: 'm4a', needsFfmpeg: true }
  if (head.startsWith('OggS')) {
    const name = head.includes('OpusHead') ? 'opus' : head.includes('\u007fFLAC') ? 'flac' : 'oga'
    return { name, extension: 'ogg', needsFfmpeg: false }
  }
  const start = starts.find(([mark]) => head.startsWith(mark))
  if (start !== undefined) return { name: start[1], extension: start[2], needsFfmpeg: false }
  const adts = ((bytes[1] ?? 0) & 0xf6) === 0xf0
  const name = adts ? 'aac' : 'mp3'
  return { name, extension: name, needsFfmpeg: adts }
}

/** Sample rate that speech engines expect. */
export const speechRate = 16_000

const lobes = 16
const passShare = 0.92

/** Resamples a stream to 16 kHz with a windowed sinc low-pass filter. One channel; samples are −1 to 1. */
export class Resampler {
  readonly #step: number
  readonly #reach: number
  readonly #cutoff: number
  #history = new Float32Array(0)
  /** Input position of the next sample, relative to the start of `#history`. */
  #position = 0

  constructor(rate: number) {
    this.#step = rate / speechRate
    this.#cutoff = Math.min(1, 1 / this.#step) * passShare
    this.#reach = Math.ceil(lobes / this.#cutoff)
    // Silence before the first sample.
    this.#history = new Float32Array(this.#reach)
    this.#position = this.#reach
  }

  push(samples: Float32Array): Float32Array {
    if (this.#step === 1) return samples
    const input = new Float32Array(this.#history.length + samples.length)
    input.set(this.#history)
    input.set(samples, this.#history.length)
    const output: number[] = []
    for (; this.#position + this.#reach < input.length; this.#position += this.#step) {
      output.push(this.#sampleAt(input, this.#position))
    }
    const kept = Math.max(0, Math.floor(this.#position) - this.#reach)
    this.#history = input.slice(kept)
    this.#position -= kept
    return Float32Array.from(output)
  }

  /** The remaining samples at the end. */
  end(): Float32Array {
    return this.#step === 1 ? new Float32Array(0) : this.push(new Float32Array(this.#reach))
  }

  #sampleAt(input: Float32Array, position: number): number {
    const centre = Math.floor(position)
    let sum = 0
    for (let at = centre - this.#reach + 1; at <= centre + this.#reach; at += 1) {
      sum += (input[at] ?? 0) * this.#weight(at - position)
    }
    return sum
  }

  #weight(distance: number): number {
    const x = distance * this.#cutoff
    if (Math.abs(x) >= lobes) return 0
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / lobes)
    return this.#cutoff * window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
  }
}

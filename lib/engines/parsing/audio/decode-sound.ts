import { readFile } from 'node:fs/promises'
import path from 'node:path'
import decodeChunked from 'audio-decode/stream'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { uploadFile } from '#lib/engines/parsing/child-messages.ts'
import { Resampler, speechRate } from './resampler.ts'
import type { SoundFormat } from './sound-format.ts'

const chunkBytes = 64 * 1024
const pcmFile = 'sound.pcm'

/**
 * The sound as 16 kHz mono, piece by piece: decoded at once, an hour of it would take gigabytes.
 * @throws ApiError `corrupt`, `too_complex`
 */
export async function* decodeSound(input: ParserInput, format: SoundFormat): AsyncGenerator<Float32Array> {
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
  const advice = 'Install ffmpeg on the server, or send it as MP3, WAV, FLAC or OGG.'
  return parseError('too_complex', `is M4A, MP4 or AAC, which only ffmpeg decodes here. ${advice}`)
}

function unreadable(cause?: unknown): Error {
  return parseError('corrupt', 'holds no sound that can be decoded. Send it as MP3, WAV, FLAC or OGG.', cause)
}

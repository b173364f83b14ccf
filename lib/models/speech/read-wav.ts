import { ApiError } from '#lib/errors.ts'

/** Input format of the embedded model. */
export const sampleRate = 16_000

/**
 * The samples of a 16-bit mono WAV at 16 kHz, −1 to 1.
 * @throws ApiError `invalid_value` for any other audio
 */
export function readWav(bytes: Buffer): Float32Array<ArrayBuffer> {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    throw otherSound()
  let format: Buffer | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    // A stream of unknown length states the largest one.
    const size = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8)
    const chunk = bytes.subarray(at + 8, at + 8 + size)
    if (name === 'fmt ') format = chunk
    if (name === 'data') {
      if (format === null || !isExpectedFormat(format)) throw otherSound()
      return toSamples(chunk)
    }
    at += 8 + size + (size % 2)
  }
  throw otherSound()
}

function isExpectedFormat(format: Buffer): boolean {
  if (format.length < 16) return false
  const coding = format.readUInt16LE(0)
  // 0xfffe: the extended header, whose sub-format starts with the two bytes of the encoding.
  const pcm = coding === 1 || (coding === 0xfffe && format.length >= 26 && format.readUInt16LE(24) === 1)
  return (
    pcm &&
    format.readUInt16LE(2) === 1 &&
    format.readUInt32LE(4) === sampleRate &&
    format.readUInt16LE(14) === 16
  )
}

function toSamples(data: Buffer): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.floor(data.length / 2))
  for (let at = 0; at < samples.length; at++) samples[at] = data.readInt16LE(at * 2) / 0x8000
  return samples
}

function otherSound(): ApiError {
  const message = 'The embedded model accepts only 16-bit mono WAV at 16 kHz.'
  return new ApiError('invalid_value', message, { param: 'file' })
}

type DecoderName = 'mp3' | 'flac' | 'opus' | 'oga' | 'm4a' | 'wav' | 'aac' | 'aiff' | 'caf' | 'webm' | 'amr'

export interface SoundFormat {
  readonly name: DecoderName
  /** What providers tell formats by. */
  readonly extension: string
  /** How long the sound is where its header says so; 0 elsewhere. */
  readonly minutes: number
}

/** Longest sound of a format that can only be decoded as a whole. */
export const wholeMinutesMax = 10

const starts: readonly (readonly [string, DecoderName, string])[] = [
  ['RIFF', 'wav', 'wav'],
  ['fLaC', 'flac', 'flac'],
  ['FORM', 'aiff', 'aiff'],
  ['caff', 'caf', 'caf'],
  ['#!AMR', 'amr', 'amr'],
  ['\u001aE\u00df\u00a3', 'webm', 'webm'],
  ['ID3', 'mp3', 'mp3'],
]

/** Which decoder reads these bytes, of which it is known that they are sound. */
export function readSoundFormat(bytes: Buffer): SoundFormat {
  const head = bytes.subarray(0, 1024).toString('latin1')
  if (head.slice(4, 8) === 'ftyp') return { name: 'm4a', extension: 'm4a', minutes: mp4Minutes(bytes) }
  if (head.startsWith('OggS')) {
    const name = head.includes('OpusHead') ? 'opus' : head.includes('\u007fFLAC') ? 'flac' : 'oga'
    return { name, extension: 'ogg', minutes: 0 }
  }
  const start = starts.find(([mark]) => head.startsWith(mark))
  if (start !== undefined) return { name: start[1], extension: start[2], minutes: 0 }
  const adts = ((bytes[1] ?? 0) & 0xf6) === 0xf0
  return adts ? { name: 'aac', extension: 'aac', minutes: 0 } : { name: 'mp3', extension: 'mp3', minutes: 0 }
}

/** From the movie header, ISO 14496-12 §8.2.2. */
function mp4Minutes(bytes: Buffer): number {
  const at = bytes.indexOf('mvhd', 0, 'latin1')
  if (at < 0 || at + 36 > bytes.length) return 0
  const long = bytes[at + 4] === 1
  const scale = bytes.readUInt32BE(at + (long ? 24 : 16))
  const duration = long ? Number(bytes.readBigUInt64BE(at + 28)) : bytes.readUInt32BE(at + 20)
  return scale === 0 ? 0 : duration / scale / 60
}

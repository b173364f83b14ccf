type DecoderName = 'mp3' | 'flac' | 'opus' | 'oga' | 'm4a' | 'wav' | 'aac' | 'aiff' | 'caf' | 'webm' | 'amr'

export interface SoundFormat {
  readonly name: DecoderName
  /** What providers tell formats by. */
  readonly extension: string
  /** Its usual codec has no decoder under a licence that can be shipped. */
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

/** Which decoder reads these bytes, of which it is known that they are sound. */
export function readSoundFormat(bytes: Buffer): SoundFormat {
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

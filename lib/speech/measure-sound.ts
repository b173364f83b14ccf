import { readFile } from 'node:fs/promises'

/** Larger files are sent in parts, which are WAV and have their length in the first bytes. */
const measuredBytesMax = 64_000_000

export interface MeasuredSound {
  readonly seconds: number
  /** By the sound itself. Otherwise the file says it, never so short that no encoder would write as much. */
  readonly exact: boolean
}

/** The length of a recording. @returns null: unknown */
export async function measureSound(path: string, sizeBytes: number): Promise<MeasuredSound | null> {
  if (sizeBytes > measuredBytesMax) return null
  const bytes = await readFile(path)
  const seconds = readSeconds(bytes)
  if (seconds === null || !Number.isFinite(seconds) || seconds <= 0) return null
  const head = bytes.toString('latin1', 0, 8)
  return { seconds, exact: !declaring.some(mark => head.includes(mark)) }
}

/** Formats of which only the header says the length. */
const declaring = ['fLaC', 'OggS', 'ftyp', 'FORM', 'caff', '\u001aE\u00df\u00a3']

/** @returns null: unknown */
export function readSeconds(bytes: Buffer): number | null {
  const mark = bytes.toString('latin1', 0, 4)
  switch (mark) {
    case 'RIFF':
      return readWav(bytes)
    case 'fLaC':
      return readFlac(bytes)
    case 'OggS':
      return readOgg(bytes)
    case '\u001aE\u00df\u00a3':
      return readWebm(bytes)
    case 'FORM':
      return readAiff(bytes)
    case 'caff':
      return readCaf(bytes)
    case '#!AM':
      return readAmr(bytes)
    default:
      if (bytes.toString('latin1', 4, 8) === 'ftyp') return readMp4(bytes)
      return readFrames(bytes)
  }
}

// 512 kbit/s, more than any lossy encoder writes for speech: headers are not believed beyond it.
const lossyBytesPerSecondMax = 64_000

function atLeast(seconds: number, bytes: Buffer): number {
  return Math.max(seconds, bytes.length / lossyBytesPerSecondMax)
}

const formatsOfWholeSamples: ReadonlySet<number> = new Set([1, 3, 6, 7, 0xfffe])

const wavFormat = Buffer.from('fmt ').readUInt32BE()
const wavData = Buffer.from('data').readUInt32BE()

/** @see the chunks `fmt ` and `data`; recorders that write as they go leave the length of the data out */
function readWav(bytes: Buffer): number | null {
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.readUInt32BE(at)
    const size = bytes.readUInt32LE(at + 4)
    const body = at + 8
    if (name === wavFormat && body + 16 <= bytes.length) {
      if (!formatsOfWholeSamples.has(bytes.readUInt16LE(body))) return null
      const samples = bytes.readUInt16LE(body + 2) * bytes.readUInt32LE(body + 4)
      bytesPerSecond = (samples * bytes.readUInt16LE(body + 14)) / 8
    }
    if (name === wavData) {
      const isOpen = size === 0 || size >= 0xffff_ff00
      const rest = bytes.length - body
      // A server may read all that follows.
      const dataBytes = isOpen || size < rest / 2 ? rest : Math.min(size, rest)
      return bytesPerSecond > 0 ? dataBytes / bytesPerSecond : null
    }
    at = body + size + (size % 2)
  }
  return null
}

/** @see STREAMINFO, always the first block */
function readFlac(bytes: Buffer): number | null {
  if (bytes.length < 26) return null
  const rate = bytes.readUIntBE(18, 3) >> 4
  const bits = bytes.readUInt16BE(20)
  const channels = ((bits >> 9) & 7) + 1
  const sampleBits = ((bits >> 4) & 31) + 1
  const samples = (bytes.readUInt8(21) & 15) * 2 ** 32 + bytes.readUInt32BE(22)
  if (rate === 0 || samples === 0) return null
  // Its frames are never larger than the samples, apart from headers.
  return Math.max(samples / rate, (bytes.length * 8) / (rate * channels * sampleBits) / 1.1)
}

const oggMark = Buffer.from('OggS')
const opusRate = 48_000

/** @see the position of the last page, in samples */
function readOgg(bytes: Buffer): number | null {
  const head = bytes.subarray(0, 1024)
  const opus = head.indexOf('OpusHead')
  const vorbis = head.indexOf('\u0001vorbis', 0, 'latin1')
  const last = bytes.lastIndexOf(oggMark)
  if (last === -1 || last + 14 > bytes.length) return null
  const samples = Number(bytes.readBigInt64LE(last + 6))
  if (opus !== -1 && opus + 12 <= bytes.length) {
    return atLeast((samples - bytes.readUInt16LE(opus + 10)) / opusRate, bytes)
  }
  if (vorbis === -1 || vorbis + 16 > bytes.length) return null
  return atLeast(samples / bytes.readUInt32LE(vorbis + 12), bytes)
}

/** @see `mvhd` in `moov` */
function readMp4(bytes: Buffer): number | null {
  const movie = findBox(bytes, 'moov', 0, bytes.length)
  const header = movie && findBox(bytes, 'mvhd', movie.from, movie.to)
  if (!header || header.to - header.from < 32) return null
  const isLong = bytes.readUInt8(header.from) === 1
  const at = header.from + (isLong ? 20 : 12)
  const duration = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4)
  // Files in fragments have none here.
  return duration === 0 ? null : atLeast(duration / bytes.readUInt32BE(at), bytes)
}

interface Range {
  readonly from: number
  readonly to: number
}

function findBox(bytes: Buffer, name: string, from: number, to: number): Range | null {
  const mark = Buffer.from(name).readUInt32BE()
  for (let at = from; at + 16 <= to;) {
    const short = bytes.readUInt32BE(at)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (size < 8) return null
    const body = { from: at + (short === 1 ? 16 : 8), to: Math.min(to, at + size) }
    if (bytes.readUInt32BE(at + 4) === mark) return body
    at += size
  }
  return null
}

/** @see the chunk `COMM` */
function readAiff(bytes: Buffer): number | null {
  const at = bytes.subarray(0, 4096).indexOf('COMM') + 8
  if (at < 20 || at + 18 > bytes.length) return null
  const exponent = (bytes.readUInt16BE(at + 8) & 0x7fff) - 16_383 - 31
  const seconds = bytes.readUInt32BE(at + 2) / (bytes.readUInt32BE(at + 10) * 2 ** exponent)
  return Math.max(seconds, bytes.length / pcmBytesPerSecondMax)
}

/** @see the chunk `desc`: packets of the same size */
function readCaf(bytes: Buffer): number | null {
  const at = bytes.subarray(0, 64).indexOf('desc') + 12
  if (at < 20 || at + 32 > bytes.length) return null
  const packetBytes = bytes.readUInt32BE(at + 16)
  if (packetBytes === 0) return null
  const frames = (bytes.length / packetBytes) * bytes.readUInt32BE(at + 20)
  return Math.max(frames / bytes.readDoubleBE(at), bytes.length / pcmBytesPerSecondMax)
}

// Two channels of 32 bits at 96 kHz.
const pcmBytesPerSecondMax = 768_000

const amrBytes = [12, 13, 15, 17, 19, 20, 26, 31, 5, 0, 0, 0, 0, 0, 0, 0]
const amrWideBytes = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, 0, 0, 0, 0, 0, 0]
const amrFrameSeconds = 0.02

function readAmr(bytes: Buffer): number | null {
  const isWide = bytes.toString('latin1', 0, 9) === '#!AMR-WB\n'
  if (!isWide && bytes.toString('latin1', 0, 6) !== '#!AMR\n') return null
  const sizes = isWide ? amrWideBytes : amrBytes
  let frames = 0
  for (let at = isWide ? 9 : 6; at < bytes.length; frames += 1) {
    at += 1 + (sizes[((bytes[at] ?? 0) >> 3) & 15] ?? 0)
  }
  return frames * amrFrameSeconds
}

const webmScale = Buffer.from([0x2a, 0xd7, 0xb1])
const webmDuration = Buffer.from([0x44, 0x89])

const webmCluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75])

/** @see `Duration` in `Info`, which browsers leave out as they record: then the time of the last block */
function readWebm(bytes: Buffer): number | null {
  const head = bytes.subarray(0, 4096)
  const at = head.indexOf(webmDuration)
  const size = at === -1 || at + 11 > head.length ? 0 : head.readUInt8(at + 2) & 0x7f
  const declared = size === 4 ? head.readFloatBE(at + 3) : size === 8 ? head.readDoubleBE(at + 3) : 0
  const ticks = declared > 0 ? declared : readLastBlock(bytes)
  if (ticks === null) return null
  const nanos = readScale(head)
  return nanos === null ? null : atLeast((ticks * nanos) / 1e9, bytes)
}

/** Nanoseconds of a tick. @returns null: it is cut off */
function readScale(head: Buffer): number | null {
  const at = head.indexOf(webmScale)
  if (at === -1) return 1_000_000
  const sizeBytes = (head[at + 3] ?? 0) & 0x7f
  if (at + 4 + sizeBytes > head.length) return null
  return sizeBytes >= 1 && sizeBytes <= 6 ? head.readUIntBE(at + 4, sizeBytes) : 1_000_000
}

/** The time of the last block of the last cluster, in ticks. */
function readLastBlock(bytes: Buffer): number | null {
  const cluster = bytes.lastIndexOf(webmCluster)
  if (cluster === -1 || cluster + 12 > bytes.length) return null
  let [clusterTicks, last] = [0, 0]
  // A cluster that is written as it goes has no length: its elements follow anyway.
  let at = cluster + 4 + readVint(bytes, cluster + 4).bytes
  while (at + 8 <= bytes.length) {
    const id = bytes.readUInt8(at)
    const { bytes: sizeBytes, value: size } = readVint(bytes, at + 1)
    const body = at + 1 + sizeBytes
    if (id === 0xe7 && size >= 1 && size <= 6 && body + size <= bytes.length)
      clusterTicks = bytes.readUIntBE(body, size)
    if (id === 0xa3 && body + 4 <= bytes.length) last = Math.max(last, bytes.readInt16BE(body + 1))
    at = body + size
  }
  return clusterTicks + last
}

function readVint(bytes: Buffer, at: number): { readonly bytes: number; readonly value: number } {
  const first = bytes[at] ?? 0
  const count = Math.min(8, Math.clz32(first) - 23)
  let value = first & (0xff >> count)
  for (let each = 1; each < count; each += 1) value = value * 256 + (bytes[at + each] ?? 0)
  return { bytes: count, value }
}

/** MP3 and AAC have no header of the file: the length is that of all frames. */
function readFrames(bytes: Buffer): number | null {
  const start = tagBytes(bytes)
  // Other bytes look like frames by chance.
  let unframedBytesLeft = (bytes.length - start) * unframedShareMax
  let seconds = 0
  for (let at = start; at < bytes.length;) {
    const frame = readFrame(bytes, at)
    if (frame !== null) {
      seconds += frame.seconds
      at += frame.sizeBytes
      continue
    }
    // Bytes between frames are skipped, as decoders do.
    at += 1
    unframedBytesLeft -= 1
    if (unframedBytesLeft < 0) return null
  }
  return seconds > 0 ? seconds : null
}

const unframedShareMax = 0.1

/** Of ID3, which may have pictures. */
function tagBytes(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < 10) return 0
  return 10 + bytes.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0)
}

interface Frame {
  readonly sizeBytes: number
  readonly seconds: number
}

function readFrame(bytes: Buffer, at: number): Frame | null {
  if (bytes[at] !== 0xff || at + 7 > bytes.length) return null
  const second = bytes[at + 1] ?? 0
  const third = bytes[at + 2] ?? 0
  if ((second & 0xe0) !== 0xe0) return null
  return (second & 0xf6) === 0xf0 ? readAacFrame(bytes, at) : readMp3Frame(second, third)
}

const aacRates = [96, 88.2, 64, 48, 44.1, 32, 24, 22.05, 16, 12, 11.025, 8, 7.35]

function readAacFrame(bytes: Buffer, at: number): Frame | null {
  const rate = aacRates[((bytes[at + 2] ?? 0) >> 2) & 15]
  const sizeBytes =
    (((bytes[at + 3] ?? 0) & 3) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5)
  if (rate === undefined || sizeBytes < 7) return null
  const blocks = ((bytes[at + 6] ?? 0) & 3) + 1
  return { sizeBytes, seconds: (1024 * blocks) / (rate * 1000) }
}

const kilobitsV1 = [
  [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
]
const kilobitsV2 = [
  [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
]
const mp3Rates = [44_100, 48_000, 32_000]

function readMp3Frame(second: number, third: number): Frame | null {
  const version = (second >> 3) & 3
  const layer = 4 - ((second >> 1) & 3)
  const kilobits = (version === 3 ? kilobitsV1 : kilobitsV2)[layer - 1]?.[(third >> 4) - 1]
  const base = mp3Rates[(third >> 2) & 3]
  if (version === 1 || kilobits === undefined || base === undefined) return null
  const rate = version === 3 ? base : version === 2 ? base / 2 : base / 4
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152
  const padding = ((third >> 1) & 1) * (layer === 1 ? 4 : 1)
  return { sizeBytes: Math.floor((samples * kilobits * 125) / rate) + padding, seconds: samples / rate }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSeconds } from './measure-sound.ts'

const fixtures = path.join(import.meta.dirname, '../documents/audio/__fixtures__')

function wav(
  seconds: number,
  { rate = 8000, channels = 1, declaredBytes = -1, extraBytes = 0 } = {},
): Buffer {
  const dataBytes = seconds * rate * channels * 2
  const file = Buffer.alloc(44 + extraBytes + dataBytes)
  file.write('RIFF', 0, 'latin1')
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(channels, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt16LE(16, 34)
  if (extraBytes > 0) {
    file.write('LIST', 36, 'latin1')
    file.writeUInt32LE(extraBytes - 8, 40)
  }
  file.write('data', 36 + extraBytes, 'latin1')
  file.writeUInt32LE(declaredBytes < 0 ? dataBytes : declaredBytes, 40 + extraBytes)
  return file
}

test.each([
  ['mono at 8 kHz', wav(3)],
  ['in stereo at 48 kHz', wav(3, { rate: 48_000, channels: 2 })],
  ['after other chunks', wav(3, { extraBytes: 1000 })],
  ['of a recorder that left its length out', wav(3, { declaredBytes: 0xffff_ffff })],
])('measures a WAV %s', (_name, file) => {
  expect(readSeconds(file)).toBe(3)
})

test.each(['tone.flac', 'tone.mp3', 'tone.ogg', 'tone.opus'])('measures %s', name => {
  // Encoders pad what they write by some frames.
  expect(Math.abs((readSeconds(readFileSync(path.join(fixtures, name))) ?? 0) - toneSeconds)).toBeLessThan(
    0.15,
  )
})

test('measures a WebM that a browser left without a length, by its last block', () => {
  const block = (ticks: number) => [0xa3, 0x84, 0x81, ticks >> 8, ticks & 255, 0x80]
  const open = [0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
  const cluster = (ticks: number, ...blocks: number[]) =>
    [open, [0xe7, 0x82, ticks >> 8, ticks & 255], ...blocks.map(block)].flat()
  const scale = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40]
  const head = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0, 0, 0, 0, ...scale]

  expect(readSeconds(Buffer.from([...head, ...cluster(0, 0, 20), ...cluster(5000, 0, 20, 40), 0, 0]))).toBe(
    5.04,
  )
})

test('measures AMR, AIFF and CAF', () => {
  const amr = Buffer.concat([
    Buffer.from('#!AMR\n'),
    ...Array.from({ length: 50 }, () => Buffer.alloc(13, 4)),
  ])
  const aiff = Buffer.alloc(54 + 32_000)
  aiff.write('FORM0000AIFFCOMM', 'latin1')
  aiff.writeUInt32BE(16_000, 22)
  aiff.writeUInt16BE(16_383 + 13, 28)
  aiff.writeUInt32BE(0xfa00_0000, 30)
  const caf = Buffer.alloc(68 + 32_000)
  caf.write('caff0000desc', 'latin1')
  caf.writeDoubleBE(16_000, 20)
  caf.writeUInt32BE(2, 36)
  caf.writeUInt32BE(1, 40)

  expect(readSeconds(amr)).toBe(1)
  expect(readSeconds(aiff)).toBe(1)
  expect(readSeconds(caf)).toBeCloseTo(1, 2)
})

test('a header cannot make a file shorter than its size allows', () => {
  const file = Buffer.alloc(640_000)
  file.write('ftypM4A ', 4, 'latin1')
  file.writeUInt32BE(16, 0)
  file.writeUInt32BE(60, 16)
  file.write('moov', 20, 'latin1')
  file.writeUInt32BE(52, 24)
  file.write('mvhd', 28, 'latin1')
  file.writeUInt32BE(1000, 32 + 12)
  file.writeUInt32BE(1, 32 + 16)
  expect(readSeconds(file)).toBe(10)
  file.writeUInt32BE(3_600_000, 32 + 16)
  expect(readSeconds(file)).toBe(3600)
})

test('a WebM that is cut off in its header has no length', () => {
  const head = [0x1a, 0x45, 0xdf, 0xa3, 0x44, 0x89, 0x84, 0x45, 0x7a, 0, 0, 0, 0, 0, 0, 0x2a, 0xd7, 0xb1]

  expect(readSeconds(Buffer.from(head))).toBeNull()
  expect(readSeconds(Buffer.from([...head, 0x83, 0x0f]))).toBeNull()
})

test.each([
  ['marks of frames', [0xff]],
  ['marks of frames without a size', [0xff, 0xe0]],
  ['zeros', [0]],
])('25 MB of %s are fast', (_name, pattern) => {
  const file = Buffer.alloc(24_900_000, Buffer.from(pattern))
  file.write('ID3\u0004\0\0\0\0\0\0', 0, 'latin1')
  const start = performance.now()

  expect(readSeconds(file)).toBeNull()
  expect(performance.now() - start).toBeLessThan(1000)
})

test('a file that says nothing has no length', () => {
  expect(readSeconds(Buffer.from('sound'))).toBeNull()
  // Bytes that look like frames here and there.
  expect(
    readSeconds(Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * at * 31) % 256))),
  ).toBeNull()
  expect(readSeconds(Buffer.alloc(100_000, 'RIFF'))).toBeNull()
})

const toneSeconds = 1

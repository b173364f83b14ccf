import { writeFile } from 'node:fs/promises'
import { speechRate } from './resampler.ts'

const headerBytes = 44
const sampleBytes = 2

/** Writes 16 kHz mono samples as a 16-bit WAV. */
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

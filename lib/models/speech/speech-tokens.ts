/** The vocabulary of a Moonshine model. */
export interface SpeechTokens {
  toText(ids: readonly number[]): string
}

// 3 to 258 stand for single bytes, what is from here on for no text.
const firstByteId = 3
const lastByteId = 258
const firstSpecialId = 32_000

/**
 * Reads `tokenizer.bin`: entries of a length (one byte; two, low 7 bits first, when the top bit is set) and its UTF-8
 * bytes. `▁` is a space.
 */
export function readSpeechTokens(file: Buffer): SpeechTokens {
  const entries: Buffer[] = []
  for (let at = 0; at < file.length;) {
    const low = file.readUInt8(at++)
    const length = low < 0x80 ? low : (low & 0x7f) + file.readUInt8(at++) * 0x80
    entries.push(file.subarray(at, at + length))
    at += length
  }
  return {
    toText(ids) {
      const bytes = ids.map(id => {
        if (id >= firstByteId && id <= lastByteId) return Buffer.of(id - firstByteId)
        return id < firstByteId || id >= firstSpecialId ? Buffer.alloc(0) : (entries[id] ?? Buffer.alloc(0))
      })
      return Buffer.concat(bytes).toString('utf8').replaceAll('▁', ' ').trim()
    },
  }
}

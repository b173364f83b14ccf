/** A 16-bit WAV at 16 kHz of one tone. */
export function recording(seconds: number): Buffer<ArrayBuffer> {
  const samples = Math.round(seconds * 16_000)
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  )
  head.writeUInt32LE(36 + samples * 2, 4)
  head.writeUInt32LE(samples * 2, head.length - 4)
  const data = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at++) data.writeInt16LE(Math.round(Math.sin(at / 5) * 9000), at * 2)
  return Buffer.concat([head, data])
}

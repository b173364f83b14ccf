/** The text of UTF-32, which `TextDecoder` does not know; what is no character becomes U+FFFD. */
export function decodeUtf32(bytes: Buffer, littleEndian: boolean): string {
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    parts.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code))
  }
  return parts.join('')
}

import { toCorrupt } from '#lib/documents/parse-error.ts'

const headerBytes = 16
const compressed = 'LZFu'
const plain = 'MELA'
const windowBytes = 4096
const sizeMax = 64 * 1024 * 1024
// The window begins with words of most messages ([MS-OXRTFCP]).
const firstWindow = Buffer.from(
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
    '\r\n' +
    String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`,
  'latin1',
)

/** The RTF of a message, which Outlook stores compressed. @throws ApiError `corrupt` */
export function decompressRtf(bytes: Buffer): Buffer {
  if (bytes.length < headerBytes) throw toCorrupt(new Error('The header of the RTF is incomplete.'))
  const size = Math.min(bytes.readUInt32LE(4), sizeMax)
  const type = bytes.toString('latin1', 8, 12)
  const data = bytes.subarray(headerBytes)
  if (type === plain) return data.subarray(0, size)
  if (type !== compressed) throw toCorrupt(new Error('The RTF is compressed in an unknown way.'))
  // A byte of references stands for at most eight runs of 17.
  return inflate(data, Math.min(size, data.length * 9))
}

function inflate(data: Buffer, size: number): Buffer {
  const window = Buffer.alloc(windowBytes)
  firstWindow.copy(window)
  let end = firstWindow.length
  const output = Buffer.alloc(size)
  let length = 0
  for (let at = 0; at < data.length && length < size;) {
    const references = data[at++] ?? 0
    for (let bit = 0; bit < 8 && at < data.length; bit++) {
      if ((references & (1 << bit)) === 0) {
        write(data[at++] ?? 0)
        continue
      }
      if (at + 1 >= data.length) break
      const reference = data.readUInt16BE(at)
      at += 2
      const from = reference >> 4
      if (from === end) return output.subarray(0, length)
      for (let next = 0; next < (reference & 0xf) + 2; next++) write(window[(from + next) % windowBytes] ?? 0)
    }
  }
  return output.subarray(0, length)

  function write(byte: number): void {
    if (length < size) output[length++] = byte
    window[end] = byte
    end = (end + 1) % windowBytes
  }
}

export type Signature = 'pdf' | 'zip' | 'rtf' | 'ole' | 'image' | 'audio' | 'mp4' | 'webm' | 'other'

const pdfWithin = 1024

const starts: readonly (readonly [Signature, string])[] = [
  ['zip', 'PK\u0003\u0004'],
  ['zip', 'PK\u0005\u0006'],
  ['rtf', '{\\rtf'],
  ['ole', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
  ['image', '\u0089PNG\r\n\u001a\n'],
  ['image', '\u00ff\u00d8\u00ff'],
  ['image', 'GIF8'],
  ['image', 'II*\0'],
  ['image', 'MM\0*'],
  ['audio', 'fLaC'],
  ['audio', 'ID3'],
  ['audio', '#!AMR'],
  ['audio', 'caff'],
  ['webm', '\u001aE\u00df\u00a3'],
]
const imageBrands: ReadonlySet<string> = new Set(['avif', 'avis'])
const otherBrands: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'mif1',
  'msf1',
  'crx ',
])

/** Detects the file format from the first bytes; at least 1100 of them, or all. */
export function readSignature(head: Buffer): Signature {
  const text = head.toString('latin1')
  const start = starts.find(([, bytes]) => text.startsWith(bytes))
  if (start !== undefined) return start[0]
  if (text.startsWith('RIFF'))
    return { WAVE: 'audio' as const, WEBP: 'image' as const }[text.slice(8, 12)] ?? 'other'
  if (/^FORM.{4}AIF[FC]/s.test(text)) return 'audio'
  if (text.startsWith('OggS')) return /OpusHead|vorbis|Speex {3}|\u007fFLAC/.test(text) ? 'audio' : 'other'
  if (text.slice(4, 8) === 'ftyp') return byBrand(text.slice(8, 12))
  if (text.slice(0, pdfWithin + 5).includes('%PDF-')) return 'pdf'
  return isMpegFrame(head) ? 'audio' : 'other'
}

function byBrand(brand: string): Signature {
  if (imageBrands.has(brand)) return 'image'
  return otherBrands.has(brand) ? 'other' : 'mp4'
}

/** MPEG audio without a tag, layers 1 to 3, or AAC in ADTS. */
function isMpegFrame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || second === 0xff || second === 0xfe) return false
  const adts = (second & 0xf6) === 0xf0
  const layer = (second & 0x06) >> 1
  return adts || (layer !== 0 && (second & 0x18) !== 0x08 && third >> 4 !== 15 && (third & 0x0c) !== 0x0c)
}

import { formatBytes } from '#lib/client/format.ts'

/** The API's size limit of one file. */
const fileBytesMax = 50 * 1024 * 1024

const archives: ReadonlySet<string> = new Set([
  'zip',
  '7z',
  'rar',
  'tar',
  'gz',
  'tgz',
  'bz2',
  'xz',
  'jar',
  'iso',
  'dmg',
])
const programs: ReadonlySet<string> = new Set([
  'exe',
  'dll',
  'msi',
  'bin',
  'so',
  'dylib',
  'apk',
  'deb',
  'rpm',
])
const advice: ReadonlyMap<string, string> = new Map([
  ['pages', 'Pages documents are not supported. Export it as PDF or DOCX.'],
  ['numbers', 'Numbers documents are not supported. Export it as XLSX or CSV.'],
  ['key', 'Keynote documents are not supported. Export it as PDF or PPTX.'],
])

/**
 * Reason a file would be rejected, before anything is sent; null: it may be sent, and the API checks its
 * content.
 */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size === 0) return 'The file is empty.'
  if (size > fileBytesMax)
    return `The file is ${formatBytes(size)}; the limit is ${formatBytes(fileBytesMax)} (50 MiB). Split it.`
  const extension = extensionOf(name)
  if (archives.has(extension)) return 'Archives are not supported. Unpack it and drop the files.'
  if (programs.has(extension)) return 'Programs are not supported.'
  return advice.get(extension) ?? null
}

const ffmpegTypes: ReadonlySet<string> = new Set(['m4a', 'm4b', 'mp4', 'aac'])

/** Says that the server needs a program for some of these files, before it refuses them; null if it does not. */
export function adviceFor(files: readonly Pick<File, 'name'>[]): string | null {
  const named = files.map(({ name }) => name).filter(name => ffmpegTypes.has(extensionOf(name)))
  if (named.length === 0) return null
  return `${named.join(', ')}: M4A, MP4 and AAC need ffmpeg on the server, unless a provider transcribes them.`
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Accepted types, for the file picker. */
export const acceptedKinds =
  'PDF, Word, PowerPoint, Excel, OpenDocument, EPUB, RTF, HTML, Markdown, CSV, JSON, XML, email, text, images, recordings (M4A, MP4 and AAC need ffmpeg or a provider)'

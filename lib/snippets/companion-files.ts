import type { SnippetFile } from './snippet.ts'
import type { ValueSyntax } from './write-value.ts'

/** How a language reads a companion file, as an expression. */
export interface FileReader {
  readonly base64: (fileName: string) => string
  readonly text: (fileName: string) => string
  /** Joins two string expressions. */
  readonly join: (left: string, right: string) => string
}

const inlineBytesMax = 1024

/** True if a program should read this text from a file. */
function isInlineFile(text: string): boolean {
  return text.length > inlineBytesMax && text.startsWith('data:')
}

/** True if a program should read any text inside this from a file. */
export function hasInlineFile(value: unknown): boolean {
  if (typeof value === 'string') return isInlineFile(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInlineFile)
}

/** Maximum characters of JSON in a program; longer JSON is unreadable, and goes into a file. */
export const printedLengthMax = 20_000

/** True if a JSON text is too long for a program, for other reasons than images. */
export function isTooLongToPrint(json: string, value: unknown): boolean {
  return json.length > printedLengthMax && !hasInlineFile(value)
}

/**
 * A syntax that writes every inline file of more than 1 KB as an expression that reads it from a file next to the
 * program.
 * @returns the syntax, and the list that it fills while writing
 */
export function withCompanionFiles(
  syntax: ValueSyntax,
  reader: FileReader,
): { readonly syntax: ValueSyntax; readonly files: readonly SnippetFile[] } {
  const files: SnippetFile[] = []
  const known = new Map<string, string>()

  function write(text: string): string {
    const [prefix = '', mediaType = '', data = ''] =
      /^(data:([\w.+-]+\/[\w.+-]+)[^,]*;base64,)(.*)$/s.exec(text)?.slice(1) ?? []
    const number = files.length + 1
    if (!isCanonicalBase64(data)) {
      const name = `data-${number}.txt`
      files.push({ name, binary: false, content: text })
      return reader.text(name)
    }
    const name = `${mediaType.split('/')[0]}-${number}.${extensionOf(mediaType)}`
    files.push({
      name,
      binary: true,
      // Decoded when saved: the program is printed on every key press.
      get content() {
        return Uint8Array.from(atob(data), character => character.charCodeAt(0))
      },
    })
    return reader.join(syntax.string(prefix), reader.base64(name))
  }

  return {
    files,
    syntax: {
      ...syntax,
      string(text) {
        if (!isInlineFile(text)) return syntax.string(text)
        const expression = known.get(text) ?? write(text)
        known.set(text, expression)
        return expression
      },
    },
  }
}

/** True if decoding and encoding the bytes gives the same text. */
function isCanonicalBase64(data: string): boolean {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return false
  // Only the leftover bits of the last group can differ.
  const end = data.slice(-4)
  return btoa(atob(end)) === end
}

function extensionOf(mediaType: string): string {
  const subtype = mediaType.split('/')[1]?.split('+')[0] ?? 'bin'
  return subtype === 'jpeg' ? 'jpg' : subtype.replace(/^x-/, '')
}

/**
 * Writes the fields of a request; one that is too long for a program becomes a file next to it.
 * @param write writes the value of a field
 * @param read writes how the JSON of a file is read
 */
export function writeFields(
  fields: readonly (readonly [string, unknown])[],
  { write, read }: { write: (value: unknown) => string; read: (fileName: string) => string },
): {
  readonly written: readonly (readonly [name: string, expression: string])[]
  readonly files: readonly SnippetFile[]
} {
  const files: SnippetFile[] = []
  const written = fields.map(([name, value]) => {
    const json = JSON.stringify(value)
    if (!isTooLongToPrint(json, value)) return [name, write(value)] as const
    files.push({ name: `${name}.json`, binary: false, content: json })
    return [name, read(`${name}.json`)] as const
  })
  return { written, files }
}

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

/** True when a program would rather read this text from a file. */
function isInlineFile(text: string): boolean {
  return text.length > inlineBytesMax && text.startsWith('data:')
}

/** True when a program would read any text within this from a file. */
export function hasInlineFile(value: unknown): boolean {
  if (typeof value === 'string') return isInlineFile(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInlineFile)
}

/** Characters of JSON that a program holds; more is nothing to read, and lies beside it. */
export const printedLengthMax = 20_000

/** True when a text of JSON is too long to stand within a program, and no pictures are the reason. */
export function isTooLongToPrint(json: string, value: unknown): boolean {
  return json.length > printedLengthMax && !hasInlineFile(value)
}

/**
 * A syntax that writes every inline file of more than 1 KB as an expression that reads it from beside the program.
 * @returns the syntax, and the list that it fills while it writes
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
      // Decoded when it is saved: the program is printed at every key stroke.
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

/** True when decoding it and encoding the bytes again gives the same text. */
function isCanonicalBase64(data: string): boolean {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return false
  // Only the bits that the last group leaves over can differ.
  const end = data.slice(-4)
  return btoa(atob(end)) === end
}

function extensionOf(mediaType: string): string {
  const subtype = mediaType.split('/')[1]?.split('+')[0] ?? 'bin'
  return subtype === 'jpeg' ? 'jpg' : subtype.replace(/^x-/, '')
}

/**
 * Writes the fields of a request; one that is too long to stand within a program becomes a file beside it.
 * @param write writes a field's value
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

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
export function isInlineFile(text: string): boolean {
  return text.length > inlineBytesMax && text.startsWith('data:')
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

import { isTooLongToPrint, withCompanionFiles } from './companion-files.ts'
import { pythonLiteral } from './literals.ts'
import type { SnippetFile, SnippetRequest } from './snippet.ts'
import { pythonSyntax, writeValue } from './write-value.ts'

export interface BodyExpression {
  /** Statement that sets `body`, or null if the body is in a file. */
  readonly statement: string | null
  /** Expression of the bytes to send. */
  readonly bytes: string
  readonly imports: readonly string[]
  readonly files: readonly SnippetFile[]
}

export const pythonFiles = {
  base64: (name: string) => `base64.b64encode(Path(${pythonLiteral(name)}).read_bytes()).decode()`,
  text: (name: string) => `Path(${pythonLiteral(name)}).read_bytes().decode()`,
  join: (left: string, right: string) => `${left} + ${right}`,
}

/** Modules needed by the expressions of `pythonFiles`. */
export function importsOfFiles(files: readonly SnippetFile[]): readonly string[] {
  if (files.length === 0) return []
  return files.some(file => file.binary)
    ? ['import base64', 'from pathlib import Path']
    : ['from pathlib import Path']
}

/**
 * A body in Python that is sent byte for byte: as a dictionary if Python serializes it identically, else as text.
 */
export function toPythonBody({ body }: SnippetRequest): BodyExpression {
  const value: unknown = JSON.parse(body)
  const long = isTooLongToPrint(body, value)
  if (!long && JSON.stringify(value) === body && isWrittenAlike(value)) {
    const { syntax, files } = withCompanionFiles(pythonSyntax, pythonFiles)
    return {
      statement: `body = ${writeValue(value, syntax, 0)}`,
      bytes: 'json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()',
      imports: importsOfFiles(files),
      files,
    }
  }
  if (body.length <= 20_000) {
    return { statement: `body = ${pythonLiteral(body)}`, bytes: 'body.encode()', imports: [], files: [] }
  }
  const files = [{ name: 'body.json', binary: false, content: body }]
  return { statement: null, bytes: 'Path("body.json").read_bytes()', imports: importsOfFiles(files), files }
}

/** False for numbers that Python prints differently (1e21, 1e-7), and for lone surrogates. */
function isWrittenAlike(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') {
    const size = Math.abs(value)
    return Number.isInteger(value) ? size < 1e21 : size >= 1e-4 && size < 1e16
  }
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, item]) => name.isWellFormed() && isWrittenAlike(item))
}

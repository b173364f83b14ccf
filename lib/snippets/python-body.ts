import { isTooLongToPrint, withCompanionFiles, writeFields } from './companion-files.ts'
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

/** Import statements as isort orders them, one a line. */
export function writeImports(modules: readonly string[]): string {
  return [...new Set(modules)].toSorted(byKind).join('\n')
}

function byKind(a: string, b: string): number {
  return a.startsWith('from') === b.startsWith('from') ? a.localeCompare(b) : a.startsWith('from') ? 1 : -1
}

/** Named arguments of a call, each on a line of its own, with the modules and files that they need. */
export function writePythonArguments(
  fields: readonly (readonly [string, unknown])[],
  depth: number,
): { readonly given: string; readonly imports: readonly string[]; readonly files: readonly SnippetFile[] } {
  const { syntax, files: media } = withCompanionFiles(pythonSyntax, pythonFiles)
  const { written, files: lists } = writeFields(fields, {
    write: value => writeValue(value, syntax, depth),
    read: name => `json.loads(${pythonFiles.text(name)})`,
  })
  const files = [...media, ...lists]
  const indent = pythonSyntax.indent.repeat(depth)
  return {
    given: written.map(([name, expression]) => `${indent}${name}=${expression},\n`).join(''),
    imports: [...importsOfFiles(files), ...(lists.length > 0 ? ['import json'] : [])],
    files,
  }
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

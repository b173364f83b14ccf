import { isTooLongToPrint, withCompanionFiles, writeFields } from './companion-files.ts'
import { typescriptLiteral } from './literals.ts'
import type { SdkFields } from './sdk-fields.ts'
import type { SnippetFile, SnippetRequest } from './snippet.ts'
import { typescriptSyntax, writeValue } from './write-value.ts'

export interface BodyExpression {
  readonly expression: string
  readonly files: readonly SnippetFile[]
}

const typescriptFiles = {
  base64: (name: string) => `readFileSync(${typescriptLiteral(name)}, 'base64')`,
  text: (name: string) => `readFileSync(${typescriptLiteral(name)}, 'utf8')`,
  join: (left: string, right: string) => `${left} + ${right}`,
}

export const importOfFiles = "import { readFileSync } from 'node:fs'\n"

/** Fields of an SDK's request, each on a line of its own; those missing from its types are sent anyway. */
export function writeTypescriptFields(
  { known, extra }: SdkFields,
  depth: number,
): { readonly given: string; readonly files: readonly SnippetFile[] } {
  const { syntax, files: media } = withCompanionFiles(typescriptSyntax, typescriptFiles)
  const { written, files: lists } = writeFields(known, {
    write: value => writeValue(value, syntax, depth),
    read: name => `JSON.parse(${typescriptFiles.text(name)})`,
  })
  const indent = typescriptSyntax.indent.repeat(depth)
  const lines = written.map(([name, expression]) => `${indent}${name}: ${expression},\n`)
  if (Object.keys(extra).length > 0) {
    lines.push(`${indent}...(${writeValue(extra, syntax, depth)} as object),\n`)
  }
  return { given: lines.join(''), files: [...media, ...lists] }
}

/**
 * A body in TypeScript that is sent byte for byte: as an object if it is serialized identically, else as text.
 */
export function toTypescriptBody({ body }: SnippetRequest, depth: number): BodyExpression {
  const value: unknown = JSON.parse(body)
  const long = isTooLongToPrint(body, value)
  if (!long && JSON.stringify(value) === body) {
    const { syntax, files } = withCompanionFiles(typescriptSyntax, typescriptFiles)
    return { expression: `JSON.stringify(${writeValue(value, syntax, depth)})`, files }
  }
  if (body.length <= 20_000) return { expression: typescriptLiteral(body), files: [] }
  return {
    expression: typescriptFiles.text('body.json'),
    files: [{ name: 'body.json', binary: false, content: body }],
  }
}

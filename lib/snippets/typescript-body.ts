import { isTooLongToPrint, withCompanionFiles } from './companion-files.ts'
import { typescriptLiteral } from './literals.ts'
import type { SnippetFile, SnippetRequest } from './snippet.ts'
import { typescriptSyntax, writeValue } from './write-value.ts'

export interface BodyExpression {
  readonly expression: string
  readonly files: readonly SnippetFile[]
}

export const typescriptFiles = {
  base64: (name: string) => `readFileSync(${typescriptLiteral(name)}, 'base64')`,
  text: (name: string) => `readFileSync(${typescriptLiteral(name)}, 'utf8')`,
  join: (left: string, right: string) => `${left} + ${right}`,
}

export const importOfFiles = "import { readFileSync } from 'node:fs'\n"

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

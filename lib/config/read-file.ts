import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { LineCounter, parseDocument, type YAMLError } from 'yaml'
import { ConfigError, type Mistake } from './config-error.ts'
import { fileSchema, type FileSettings } from './file-schema.ts'
import { offsetOf } from './offset-of.ts'
import type { Environment } from './read-environment.ts'
import { quoteAdvice, substitute } from './substitute.ts'

export interface ConfigFile {
  readonly settings: FileSettings
  /** Variables that the file itself reads through `${NAME}`. */
  readonly reads: ReadonlySet<string>
  /** Names file and line of a setting, for mistakes found later. */
  where(path: readonly PropertyKey[]): string
}

/**
 * @param path null: there is no file, and every setting has its default
 * @throws ConfigError that names file, line and reason of each mistake
 */
export function readFile(path: string | null, environment: Environment): ConfigFile {
  if (path === null) return { settings: fileSchema.parse({}), reads: new Set(), where: () => 'sextant.yaml' }
  const text = readText(path)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => `${basename(path)}:${lines.linePos(offset).line}`
  refuse(
    document.errors
      .map(error => ({ where: at(error.pos[0]), reason: syntaxReason(text, error) }))
      .slice(0, 1),
  )
  const { mistakes, reads } = substitute(document, environment)
  refuse(mistakes.map(({ offset, reason }) => ({ where: at(offset), reason })))
  const settings = fileSchema.safeParse(document.toJS() ?? {})
  const where = (keys: readonly PropertyKey[]) => at(offsetOf(document, keys))
  if (settings.success) return { settings: settings.data, reads, where }
  throw new ConfigError(
    settings.error.issues.flatMap(issue => {
      if (issue.code !== 'unrecognized_keys') {
        return [{ where: where(issue.path), reason: `${toDotted(issue.path)}: ${issue.message}` }]
      }
      return issue.keys.map(key => ({
        where: where([...issue.path, key]),
        reason: `${toDotted([...issue.path, key])}: there is no such setting`,
      }))
    }),
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${String(code)})`
    throw new ConfigError([{ where: path, reason }])
  }
}

/** Only the first is told: the others follow from it. Inside `{ }` an unquoted `${NAME}` is such an error. */
function syntaxReason(text: string, { pos, message }: YAMLError): string {
  const start = text.lastIndexOf('\n', pos[0] - 1) + 1
  const line = text.slice(start).split('\n', 1)[0] ?? ''
  return /[^"']\$\{/.test(line) ? quoteAdvice : message
}

function refuse(mistakes: readonly Mistake[]): void {
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}

function toDotted(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the file' : path.map(String).join('.')
}

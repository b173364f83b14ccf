import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  LineCounter,
  parseDocument,
  type YAMLError,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  Scalar,
  visit,
} from 'yaml'
import { toMeantIssues } from '#lib/contracts/core/first-issue.ts'
import { wordIssue } from '#lib/contracts/core/word-issue.ts'
import { ConfigError, type Mistake } from './config-error.ts'
import { fileSchema, type FileSettings } from './file-schema.ts'
import type { Environment } from './read-environment.ts'

export interface ConfigFile {
  readonly settings: FileSettings
  /** Variables that the file reads through `${NAME}`. */
  readonly reads: ReadonlySet<string>
  /** File and line of a setting, for errors found later. */
  where(path: readonly PropertyKey[]): string
}

/**
 * @param path null: there is no file, and every setting has its default
 * @throws ConfigError that names file, line and reason of each error
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
  const input: unknown = document.toJS() ?? {}
  const issues = settings.error.issues.flatMap(issue => toMeantIssues(issue, input))
  throw new ConfigError(
    issues.flatMap(issue => {
      if (issue.code !== 'unrecognized_keys') {
        const reason = `${toDotted(issue.path)}: ${wordIssue(issue, input, fileSchema)}`
        return [{ where: where(issue.path), reason }]
      }
      return issue.keys.map(key => ({
        where: where([...issue.path, key]),
        reason: `${toDotted([...issue.path, key])}: unknown setting`,
      }))
    }),
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    const reason = code === 'ENOENT' ? 'file not found' : `cannot be read (${String(code)})`
    throw new ConfigError([{ where: path, reason }])
  }
}

/**
 * Only the first one is reported: the others follow from it. Inside `{ }` an unquoted `${NAME}` causes such an
 * error.
 */
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

/** Location of a setting in the text; if it is missing, that of the nearest parent. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = startOf(document.contents)
  for (const key of path) {
    if (isAlias(node)) return offset
    if (isMap(node)) {
      const pair = node.items.find(item => isScalar(item.key) && item.key.value === key)
      if (pair === undefined) return offset
      offset = startOf(pair.key, offset)
      node = pair.value
    } else if (isSeq(node) && typeof key === 'number') {
      node = node.items[key]
      offset = startOf(node, offset)
    } else {
      return offset
    }
  }
  return offset
}

function startOf(node: unknown, otherwise = 0): number {
  return hasRange(node) ? (node.range?.[0] ?? otherwise) : otherwise
}

function hasRange(node: unknown): node is Node | ParsedNode {
  return typeof node === 'object' && node !== null && 'range' in node
}

interface Substitution {
  readonly reads: ReadonlySet<string>
  readonly mistakes: readonly { offset: number; reason: string }[]
}

const quoteAdvice = 'put a value with ${…} in quotes'

const reference = /\$\{([^}]*)\}/g

/** Substitutes `${NAME}` in quoted values only: unquoted, YAML parses the braces. */
function substitute(document: Document.Parsed, environment: Environment): Substitution {
  const reads = new Set<string>()
  const mistakes: { offset: number; reason: string }[] = []

  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return
      const offset = node.range?.[0] ?? 0
      if (node.type !== Scalar.QUOTE_DOUBLE && node.type !== Scalar.QUOTE_SINGLE) {
        mistakes.push({ offset, reason: quoteAdvice })
        return
      }
      node.value = node.value.replace(reference, (_, name: string) => {
        reads.add(name)
        const value = environment[name]
        if (value) return value
        mistakes.push({ offset, reason: `the environment variable ${name} is not set` })
        return ''
      })
    },
  })

  return { reads, mistakes }
}

import { pythonLiteral, typescriptLiteral } from './literals.ts'

/** Syntax of a language for JSON values. */
export interface ValueSyntax {
  readonly indent: string
  readonly null: string
  readonly true: string
  readonly false: string
  /** Opening and closing of an object on one line. */
  readonly object: readonly [string, string]
  readonly string: (text: string) => string
  readonly key: (name: string) => string
}

export const pythonSyntax: ValueSyntax = {
  indent: '    ',
  null: 'None',
  true: 'True',
  false: 'False',
  object: ['{', '}'],
  string: pythonLiteral,
  key: pythonLiteral,
}

export const typescriptSyntax: ValueSyntax = {
  indent: '  ',
  null: 'null',
  true: 'true',
  false: 'false',
  object: ['{ ', ' }'],
  string: typescriptLiteral,
  key(name) {
    // A plain `__proto__:` would set the prototype instead of a field.
    if (name === '__proto__') return "['__proto__']"
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : typescriptLiteral(name)
  },
}

const widthMax = 92

/**
 * A JSON value as an expression: on one line if it fits, else one entry per line.
 * @param depth indentation level of the expression's own line
 */
export function writeValue(value: unknown, syntax: ValueSyntax, depth: number): string {
  switch (typeof value) {
    case 'string':
      return syntax.string(value)
    case 'number':
      return JSON.stringify(value)
    case 'boolean':
      return value ? syntax.true : syntax.false
    case 'object':
      return value === null ? syntax.null : writeEntries(value, syntax, depth)
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new TypeError(`${typeof value} is not JSON`)
  }
}

/** Entries of an object or list, each written separately. */
function writeEntries(value: object, syntax: ValueSyntax, depth: number): string {
  const isList = Array.isArray(value)
  const entries = isList
    ? value.map((item: unknown) => writeValue(item, syntax, depth + 1))
    : Object.entries(value).map(
        ([name, item]) => `${syntax.key(name)}: ${writeValue(item, syntax, depth + 1)}`,
      )
  if (entries.length === 0) return isList ? '[]' : '{}'
  const [open, close] = isList ? ['[', ']'] : syntax.object
  const line = `${open}${entries.join(', ')}${close}`
  if (!line.includes('\n') && line.length + syntax.indent.length * depth <= widthMax) return line
  const inner = syntax.indent.repeat(depth + 1)
  const lines = entries.map(entry => `${inner}${entry},\n`).join('')
  return `${open.trim()}\n${lines}${syntax.indent.repeat(depth)}${close.trim()}`
}

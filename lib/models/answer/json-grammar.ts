import { GrammarMeter } from './grammar-meter.ts'

export type JsonSchema = boolean | Readonly<Record<string, unknown>>

const repetitionsMax = 500

// White space is limited: a small model could indent endlessly.
const basics: Readonly<Record<string, string>> = {
  space: '| " " | "\\n" [ \\t]{0,12}',
  char: '[^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\bfnrt] | "u" [0-9a-fA-F]{4})',
  string: '"\\"" char* "\\""',
  // Limited so that every number parses to a finite value.
  number: '"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,15})? ([eE] [-+]? [1-9] [0-9]?)?',
  boolean: '"true" | "false"',
  null: '"null"',
  value: 'object | array | string | number | boolean | null',
  pair: 'string space ":" space value',
  object: '"{" space (pair (space "," space pair)*)? space "}"',
  array: '"[" space (value (space "," space value)*)? space "]"',
  digit: '[0-9]',
  date: 'digit{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | "1" digit | "2" [0-8])',
  time: '([01] digit | "2" [0-3]) ":" [0-5] digit ":" [0-5] digit',
  uuid: '[0-9a-f]{8} "-" [0-9a-f]{4} "-4" [0-9a-f]{3} "-" [89ab] [0-9a-f]{3} "-" [0-9a-f]{12}',
  email: '[a-z0-9] ([._-]? [a-z0-9]){0,24} "@" [a-z0-9] ("-"? [a-z0-9]){0,24} "." [a-z]{2,6}',
}

const formats: Readonly<Record<string, string>> = {
  date: '"\\"" date "\\""',
  time: '"\\"" time "Z\\""',
  'date-time': '"\\"" date "T" time "Z\\""',
  uuid: '"\\"" uuid "\\""',
  email: '"\\"" email "\\""',
}

/** Any JSON object. */
export const anyObject: Readonly<Record<string, unknown>> = { type: 'object' }

/**
 * A GBNF grammar that generates only JSON matching the schema, as far as grammars can; patterns, fractional
 * bounds and uniqueness are validated on the finished text.
 * @throws GrammarTooLarge
 */
export function toGrammar(schema: JsonSchema): string {
  const rules = new Map(Object.entries(basics))
  const root = createWriter(rules, schema)(schema)
  return [`root ::= ${root}`, ...[...rules].map(([name, body]) => `${name} ::= ${body}`)].join('\n')
}

type Write = (schema: unknown) => string

function createWriter(rules: Map<string, string>, document: JsonSchema): Write {
  const references = new Map<string, string>()
  const meter = new GrammarMeter()

  const add = (body: string): string => {
    const name = `rule-${rules.size}`
    meter.text(body.length)
    rules.set(name, body)
    return name
  }

  const writeReference = (pointer: string): string => {
    const known = references.get(pointer)
    if (known !== undefined) return known
    const name = add('')
    references.set(pointer, name)
    rules.set(name, write(resolvePointer(document, pointer)))
    return name
  }

  const write: Write = schema => {
    if (!isRecord(schema)) return 'value'
    return meter.within(Object.keys(schema).length, () => writeNode(schema))
  }

  const writeNode = (node: SchemaNode): string => {
    if (typeof node['$ref'] === 'string') return writeReference(node['$ref'])
    if ('const' in node) return writeConstant(node['const'])
    if (Array.isArray(node['enum'])) return add(choicesOf(node['enum']).map(writeConstant).join(' | '))
    const { anyOf, oneOf, ...rest } = node
    const branches = anyOf ?? oneOf
    if (Array.isArray(branches))
      return add(
        choicesOf(branches)
          .map(branch => write(join(rest, branch)))
          .join(' | '),
      )
    if (Array.isArray(node['allOf'])) return write(node['allOf'].reduce(join, { ...node, allOf: undefined }))
    if (Array.isArray(node['type']))
      return add(
        choicesOf(node['type'])
          .map(type => write({ ...node, type }))
          .join(' | '),
      )
    return writeTyped(node)
  }

  const writeConstant = (value: unknown): string => {
    measure(value)
    const text = literal(value)
    meter.text(text.length)
    return text
  }

  const measure = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const members: unknown[] = Object.values(value)
    meter.within(members.length, () => members.forEach(measure))
  }

  const choicesOf = (choices: readonly unknown[]): readonly unknown[] => {
    meter.choices(choices.length)
    return choices
  }

  // Merged schemas are copied for every branch.
  const join = (base: unknown, extra: unknown): SchemaNode => {
    meter.nodes(countMembers(base) + countMembers(extra))
    return mergeSchemas(base, extra)
  }

  const writeTyped = (node: SchemaNode): string => {
    const implied = 'properties' in node ? 'object' : 'items' in node ? 'array' : 'value'
    const type = typeof node['type'] === 'string' ? node['type'] : implied
    switch (type) {
      case 'string':
        return writeString(node)
      case 'integer':
        return add(integerGrammar(...integerBounds(node)))
      case 'number':
      case 'boolean':
      case 'null':
        return type
      case 'array':
        return writeArray(node)
      case 'object':
        return writeObject(node)
      default:
        return 'value'
    }
  }

  const writeString = (node: SchemaNode): string => {
    const format = typeof node['format'] === 'string' ? formats[node['format']] : undefined
    if (format !== undefined) return add(format)
    const bounds = repeat(node['minLength'], node['maxLength'])
    return bounds === '*' ? 'string' : add(`"\\"" char${bounds} "\\""`)
  }

  const repeat = (minimum: unknown, maximum: unknown): string => {
    const { low, high } = repetition(minimum, maximum)
    meter.repetitions(high ?? low)
    return low === 0 && high === undefined ? '*' : `{${low},${high ?? ''}}`
  }

  const writeArray = (node: SchemaNode): string => {
    const prefix = Array.isArray(node['prefixItems']) ? choicesOf(node['prefixItems']).map(write) : []
    if (prefix.length > 0) return add(`"[" space ${prefix.join(' space "," space ')} space "]"`)
    const item = 'items' in node ? write(node['items']) : 'value'
    const minimum = toCount(node['minItems']) ?? 0
    const maximum = toCount(node['maxItems'])
    if (maximum === 0) return add('"[" space "]"')
    const more = repeat(Math.max(0, minimum - 1), maximum === undefined ? undefined : maximum - 1)
    const list = `${item} (space "," space ${item})${more}`
    return add(`"[" space ${minimum > 0 ? list : `(${list})?`} space "]"`)
  }

  const writeObject = (node: SchemaNode): string => {
    const properties = Object.entries(readRecord(node['properties']))
    const additional = node['additionalProperties']
    if (properties.length === 0) {
      if (additional === false || 'properties' in node) return add('"{" space "}"')
      const pair = `string space ":" space ${write(additional)}`
      return add(`"{" space (${pair} (space "," space ${pair})*)? space "}"`)
    }
    meter.choices(properties.length)
    const required = new Set(Array.isArray(node['required']) ? node['required'] : [])
    const members = properties.map(([name, value]) => ({
      pair: `${literal(name)} space ":" space ${write(value)}`,
      required: required.has(name),
    }))
    return add(`"{" space ${writeMembers(members)} space "}"`)
  }

  /** Members in schema order; optional ones can be omitted, with correct commas. */
  const writeMembers = (members: readonly { pair: string; required: boolean }[]): string => {
    let [afterNone, afterSome] = ['""', '""']
    for (const { pair, required } of members.toReversed()) {
      const some = add(`space "," space ${pair} ${afterSome}`)
      const none = add(`${pair} ${afterSome}`)
      afterNone = required ? none : add(`${none} | ${afterNone}`)
      afterSome = required ? some : add(`${some} | ${afterSome}`)
    }
    return afterNone
  }

  return write
}

function literal(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'null').replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  return `"${text.replaceAll('\n', '\\n')}"`
}

function resolvePointer(document: JsonSchema, pointer: string): unknown {
  const keys = pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter(key => key !== '')
  return keys.reduce<unknown>(
    (node, key) => readRecord(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

function integerBounds(node: SchemaNode): [number | undefined, number | undefined] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node
  return [
    typeof exclusiveMinimum === 'number' ? Math.floor(exclusiveMinimum) + 1 : toNumber(minimum),
    typeof exclusiveMaximum === 'number' ? Math.ceil(exclusiveMaximum) - 1 : toNumber(maximum),
  ]
}

/** llama.cpp rejects long repetitions; beyond that, the finished text is validated. */
function repetition(minimum: unknown, maximum: unknown): { low: number; high: number | undefined } {
  const [low, high] = [toCount(minimum) ?? 0, toCount(maximum)]
  return {
    low: Math.min(low, repetitionsMax),
    high: high === undefined || high > repetitionsMax ? undefined : high,
  }
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

type SchemaNode = Readonly<Record<string, unknown>>

/** Whether a value is an object. Unlike a schema parse it copies nothing, which matters for huge schemas. */
function isRecord(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; otherwise an empty one. */
function readRecord(value: unknown): SchemaNode {
  return isRecord(value) ? value : {}
}

/** Number of properties and required names of a schema, which is the cost of merging it. */
function countMembers(schema: unknown): number {
  const { properties, required } = readRecord(schema)
  return Object.keys(readRecord(properties)).length + (Array.isArray(required) ? required.length : 0)
}

/** Merges two schemas: `extra` takes precedence, properties and required names are combined. */
function mergeSchemas(base: unknown, extra: unknown): SchemaNode {
  const [left, right] = [readRecord(base), readRecord(extra)]
  const properties = { ...readRecord(left['properties']), ...readRecord(right['properties']) }
  const required = [left['required'], right['required']].flatMap(names => (Array.isArray(names) ? names : []))
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

const largest = 999_999_999_999_999

/** A GBNF expression for the decimal integers from `minimum` to `maximum`, inclusive. */
export function integerGrammar(minimum = -largest, maximum = largest): string {
  const low = Math.max(Math.ceil(minimum), -largest)
  const high = Math.min(Math.floor(maximum), largest)
  if (low > high) return '"0"'
  const alternatives: string[] = []
  if (low < 0) alternatives.push(...ranges(Math.max(1, -high), -low).map(range => `"-" (${range})`))
  if (high >= 0) alternatives.push(...ranges(Math.max(0, low), high))
  return alternatives.join(' | ')
}

/** One expression per number of digits. */
function ranges(low: number, high: number): string[] {
  const found: string[] = []
  for (let digits = String(low).length; digits <= String(high).length; digits += 1) {
    const from = digits === 1 ? 0 : 10 ** (digits - 1)
    const to = 10 ** digits - 1
    found.push(sameLength(String(Math.max(low, from)), String(Math.min(high, to))))
  }
  return found
}

function sameLength(low: string, high: string): string {
  if (low === '') return ''
  const [first = '', last = ''] = [low[0], high[0]]
  const rest = low.length - 1
  if (rest === 0) return oneOf(first, last)
  if (/^0*$/.test(low.slice(1)) && /^9*$/.test(high.slice(1))) return `${oneOf(first, last)} [0-9]{${rest}}`
  if (first === last) return `"${first}" (${sameLength(low.slice(1), high.slice(1))})`
  const parts = [`"${first}" (${sameLength(low.slice(1), '9'.repeat(rest))})`]
  const [middleLow, middleHigh] = [Number(first) + 1, Number(last) - 1]
  if (middleLow <= middleHigh) parts.push(`${oneOf(String(middleLow), String(middleHigh))} [0-9]{${rest}}`)
  parts.push(`"${last}" (${sameLength('0'.repeat(rest), high.slice(1))})`)
  return parts.join(' | ')
}

function oneOf(first: string, last: string): string {
  return first === last ? `"${first}"` : `[${first}-${last}]`
}

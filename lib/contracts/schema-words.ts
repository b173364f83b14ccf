import type { JsonSchema } from './contract-info.ts'

export type Resolve = (schema: JsonSchema) => JsonSchema

// Too long to be read; the description says what fits.
const patternLengthMax = 60

/** Follows a reference into the named schemas of the document. */
export function resolverOf(root: JsonSchema): Resolve {
  const named = isSchema(root['$defs']) ? root['$defs'] : {}
  return schema => {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : ''
    const target = named[name]
    return isSchema(target) ? target : schema
  }
}

/** What a value may be besides null, with unions within unions laid flat. */
export function branchesOf(schema: JsonSchema, resolve: Resolve): readonly JsonSchema[] {
  const resolved = resolve(schema)
  const union = resolved['anyOf'] ?? resolved['oneOf']
  if (Array.isArray(union)) return union.filter(isSchema).flatMap(branch => branchesOf(branch, resolve))
  if (resolved['const'] === null || resolved['type'] === 'null') return []
  if (!Array.isArray(resolved['type'])) return [resolved]
  return resolved['type'].filter(type => type !== 'null').map(type => ({ ...resolved, type }))
}

/** e.g. `string or array of objects` */
export function typeOf(branches: readonly JsonSchema[], resolve: Resolve): string {
  return [...new Set(branches.map(branch => nameOf(branch, resolve)))].join(' or ') || 'any'
}

/** Limits in words, each once. */
export function boundsOf(branches: readonly JsonSchema[], resolve: Resolve): readonly string[] {
  return [...new Set(branches.flatMap(branch => boundsOfOne(branch, resolve)))]
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(branch: JsonSchema, resolve: Resolve): string {
  const { type, items, format } = branch
  if (format === 'binary') return 'file'
  if (branch['const'] !== undefined) return JSON.stringify(branch['const'])
  if (type !== 'array') return typeof type === 'string' ? type : 'any'
  return isSchema(items) ? `array of ${typeOf(branchesOf(items, resolve), resolve)}` : 'array'
}

function boundsOfOne(branch: JsonSchema, resolve: Resolve): readonly string[] {
  const { enum: choices, pattern, items } = branch
  const words = [
    Array.isArray(choices) && `one of ${choices.map(toChoice).join(', ')}`,
    toRange(branch['minimum'], branch['maximum'], ''),
    toRange(branch['minLength'], branch['maxLength'], 'characters'),
    toRange(branch['minItems'], branch['maxItems'], 'entries'),
    typeof pattern === 'string' && pattern.length <= patternLengthMax && `fits ${pattern}`,
  ].filter(word => typeof word === 'string')
  if (!isSchema(items)) return words
  return [...words, ...boundsOf(branchesOf(items, resolve), resolve).map(word => `each ${word}`)]
}

// A form writes the absence of a choice as an empty text.
function toChoice(value: unknown): string {
  return value === '' ? '""' : String(value)
}

function toRange(least: unknown, most: unknown, unit: string): string | null {
  const from = toLimit(least)
  const to = toLimit(most)
  const after = unit === '' ? '' : ` ${unit}`
  if (from !== null && to !== null) return `${from} to ${to}${after}`
  if (to !== null) return `at most ${to}${after}`
  if (from === 1 && unit !== '') return 'not empty'
  return from === null || (from === 0 && unit !== '') ? null : `at least ${from}${after}`
}

/** Null for what every integer of JSON keeps to. */
function toLimit(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null
}

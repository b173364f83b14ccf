import { z } from 'zod'

type Fields = Readonly<Record<string, unknown>>

/** A JSON Schema of any draft. Its keywords must have the right types; what they mean is up to the model. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  const problem = findSchemaProblem(schema)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

// Larger schemas of configured providers are passed on unread, and the embedded engine rejects them by size.
const nodesMax = 20_000
const patternLengthMax = 10_000
const patternsMax = 1_000
const pointerLengthMax = 200

interface Node {
  readonly value: unknown
  readonly key: string
  readonly parent: Node | null
}

/**
 * The first malformed keyword of a schema, in document order.
 * @param options.strict also rejects what only some models understand: other types than JSON's, references out of
 * the schema, and patterns that are no JavaScript regular expressions
 * @returns `` `#/properties/age/type` must be a string or a list of strings ``, or null
 */
export function findSchemaProblem(schema: Fields, options = { strict: false }): string | null {
  const open: Node[] = [{ value: schema, key: '#', parent: null }]
  let nodes = 0
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node.value === 'boolean') continue
    if (!isObject(node.value)) return problemAt(node, 'must be a schema')
    const inner: Node[] = []
    for (const [keyword, value] of Object.entries(node.value)) {
      // Serializers write out absent keywords.
      const check = value === null ? undefined : keywords.get(keyword)
      if (check === undefined) continue
      const at = { value, key: keyword, parent: node }
      const problem = check(value) ?? (options.strict ? findStrict(keyword, value, schema) : null)
      if (typeof problem === 'string') return problemAt(at, problem)
      // More are not read, and take long to list.
      if (isObject(value) && Object.keys(value).length > nodesMax) return null
      for (const found of toSchemas(at)) inner.push(found)
    }
    nodes += inner.length
    if (nodes > nodesMax) return null
    for (const found of inner.toReversed()) open.push(found)
  }
  return null
}

/** The problem with the value of a keyword. */
type Check = (value: unknown) => string | null

const schemaOrSchemas = 'must be a schema or a list of schemas'
const atSchema: Check = value => fails(isSchema(value), 'must be a schema')
const atSchemas: Check = value =>
  fails(Array.isArray(value) && value.length > 0, 'must be a list with at least one schema')
const atSchemaMap: Check = value => fails(isObject(value), 'must be an object of schemas')
const atItems: Check = value => fails(isSchema(value) || Array.isArray(value), schemaOrSchemas)
const atCount: Check = value =>
  fails(Number.isInteger(value) && Number(value) >= 0, 'must be an integer of at least 0')
const atNumber: Check = value => fails(typeof value === 'number', 'must be a number')
const atLimit: Check = value => fails(['number', 'boolean'].includes(typeof value), 'must be a number')
const atText: Check = value => fails(typeof value === 'string', 'must be a string')

const keywords: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'type',
    value => fails(typeof value === 'string' || isTexts(value), 'must be a string or a list of strings'),
  ],
  ['enum', value => fails(Array.isArray(value), 'must be a list')],
  ['properties', atSchemaMap],
  ['patternProperties', atSchemaMap],
  ['dependentSchemas', atSchemaMap],
  ['$defs', atSchemaMap],
  ['definitions', atSchemaMap],
  ['items', atItems],
  ['prefixItems', atSchemas],
  ['anyOf', atSchemas],
  ['oneOf', atSchemas],
  ['allOf', atSchemas],
  ['additionalProperties', atSchema],
  ['additionalItems', atSchema],
  ['unevaluatedProperties', atSchema],
  ['unevaluatedItems', atSchema],
  ['propertyNames', atSchema],
  ['contains', atSchema],
  ['not', atSchema],
  ['if', atSchema],
  ['then', atSchema],
  ['else', atSchema],
  // A boolean in draft 3.
  ['required', value => fails(typeof value === 'boolean' || isTexts(value), 'must be a list of strings')],
  ['minLength', atCount],
  ['maxLength', atCount],
  ['minItems', atCount],
  ['maxItems', atCount],
  ['minProperties', atCount],
  ['maxProperties', atCount],
  ['minContains', atCount],
  ['maxContains', atCount],
  ['minimum', atNumber],
  ['maximum', atNumber],
  // Booleans in draft 4, and in OpenAPI 3.0.
  ['exclusiveMinimum', atLimit],
  ['exclusiveMaximum', atLimit],
  ['multipleOf', value => fails(typeof value === 'number' && value > 0, 'must be a number above 0')],
  ['pattern', atText],
  ['format', atText],
  ['$ref', atText],
])

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** The keyword has the right type. */
function findStrict(keyword: string, value: unknown, schema: Fields): string | null {
  switch (keyword) {
    case 'type':
      return fails(
        [value].flat().every(type => types.includes(String(type))),
        `must be one of ${types.join(', ')}`,
      )
    case 'enum':
      return fails([value].flat().length > 0, 'must have at least one value')
    case 'pattern':
      return findPatternProblem(String(value))
    case 'patternProperties':
      return findPatternsProblem(Object.keys(Object(value)))
    case '$ref':
      return fails(
        isSchema(resolvePointer(schema, String(value))),
        'must refer to a place in the same schema, such as `#/$defs/name`',
      )
    default:
      return null
  }
}

function findPatternsProblem(patterns: readonly string[]): string | null {
  if (patterns.length > patternsMax)
    return `has ${show(patterns.length)} patterns; the limit is ${show(patternsMax)}`
  return patterns.map(findPatternProblem).find(problem => problem !== null) ?? null
}

function findPatternProblem(pattern: string): string | null {
  if (pattern.length > patternLengthMax)
    return `has ${show(pattern.length)} characters; the limit is ${show(patternLengthMax)}`
  try {
    new RegExp(pattern)
    return null
  } catch {
    // The pattern comes from the client.
    return 'must be a valid regular expression'
  }
}

/** The schema that a local reference such as `#/$defs/node` refers to; undefined if nothing. */
export function resolvePointer(schema: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#')) return undefined
  const keys = pointer
    .slice(1)
    .split('/')
    .filter(key => key !== '')
  return keys.reduce<unknown>((value, key) => {
    const name = decode(key).replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined
  }, schema)
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** The schemas directly inside a valid keyword. */
function toSchemas({ value, key, parent }: Node): Node[] {
  const check = keywords.get(key)
  const at = { value, key, parent }
  if (check === atSchema || (check === atItems && !Array.isArray(value))) return [at]
  if (check !== atSchemaMap && check !== atSchemas && check !== atItems) return []
  return Object.entries(Object(value)).map(([name, inner]) => ({ value: inner, key: name, parent: at }))
}

function problemAt(node: Node, problem: string): string {
  const keys: string[] = []
  for (let at: Node | null = node; at !== null; at = at.parent) keys.push(escapeKey(at.key))
  const pointer = keys.toReversed().join('/')
  const shown = pointer.length > pointerLengthMax ? `${pointer.slice(0, pointerLengthMax)}…` : pointer
  return `\`${shown}\` ${problem}`
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function show(count: number): string {
  return count.toLocaleString('en-US')
}

function fails(valid: boolean, problem: string): string | null {
  return valid ? null : problem
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(text => typeof text === 'string')
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

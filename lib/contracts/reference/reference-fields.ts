import type { JsonSchema } from '#lib/contracts/core/contract-info.ts'

/** One field of a request, response or event, as text. */
export interface ReferenceField {
  /** Path of the field, e.g. `messages[].role`; `*` stands for any key. */
  readonly path: string
  readonly name: string
  /** e.g. `string or array of strings` */
  readonly type: string
  readonly required: boolean
  /** JSON of the default; null without one. */
  readonly usual: string | null
  /** e.g. `0 to 2`, `one of a, b` */
  readonly bounds: readonly string[]
  readonly description: string | null
  /** The value, or its entries. */
  readonly shapes: readonly ReferenceShape[]
}

/** The fields of an object; each variant has a label, e.g. `role: "user"`. */
export interface ReferenceShape {
  readonly label: string | null
  readonly fields: readonly ReferenceField[]
}

/** Every field that a JSON Schema names, at any depth. Recursive schemas are expanded once. */
export function toReferenceShapes(root: JsonSchema): readonly ReferenceShape[] {
  return shapesOf(root, '', resolverOf(root), [])
}

function shapesOf(
  schema: JsonSchema,
  path: string,
  resolve: Resolve,
  opened: readonly JsonSchema[],
): readonly ReferenceShape[] {
  const objects = branchesOf(schema, resolve).flatMap(branch => objectsIn(branch, path, resolve))
  const fresh = objects.filter(({ object }) => !opened.includes(identityOf(object)))
  return fresh.map(({ object, at }) => ({
    label: fresh.length > 1 ? labelOf(object, resolve) : null,
    fields: fieldsOf(object, at, resolve, [...opened, identityOf(object)]),
  }))
}

/** The objects that a value may be, or contain as list or table entries. */
function objectsIn(
  branch: JsonSchema,
  path: string,
  resolve: Resolve,
): readonly { readonly object: JsonSchema; readonly at: string }[] {
  const { properties, items, additionalProperties } = branch
  if (isSchema(properties)) return [{ object: branch, at: path === '' ? '' : `${path}.` }]
  const [inner, mark] = isSchema(items) ? [items, '[]'] : [additionalProperties, '.*']
  if (!isSchema(inner)) return []
  return branchesOf(inner, resolve).flatMap(each => objectsIn(each, path + mark, resolve))
}

function fieldsOf(
  object: JsonSchema,
  prefix: string,
  resolve: Resolve,
  opened: readonly JsonSchema[],
): readonly ReferenceField[] {
  const required = new Set([object['required']].flat())
  return propertiesOf(object).map(([name, property]) => {
    const branches = branchesOf(property, resolve)
    const { description, default: defaultValue } = { ...resolve(property), ...property }
    return {
      path: prefix + name,
      name,
      type: typeOf(branches, resolve),
      required: required.has(name),
      usual: defaultValue === undefined ? null : JSON.stringify(defaultValue),
      bounds: boundsOf(branches, resolve),
      description: typeof description === 'string' ? description : null,
      shapes: shapesOf(property, prefix + name, resolve, opened),
    }
  })
}

function propertiesOf(object: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { properties } = object
  if (!isSchema(properties)) return []
  return Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
}

/** The fields with a fixed value, which distinguish this variant. */
function labelOf(object: JsonSchema, resolve: Resolve): string | null {
  const fixed = propertiesOf(object).flatMap(([name, property]) => {
    const { const: value } = resolve(property)
    return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]
  })
  return fixed.length === 0 ? null : fixed.join(', ')
}

/** Every use of a named schema shares the same properties object. */
function identityOf(object: JsonSchema): JsonSchema {
  return isSchema(object['properties']) ? object['properties'] : object
}

type Resolve = (schema: JsonSchema) => JsonSchema

// Too long to read; the description explains it.
const patternLengthMax = 60

/** Resolves a reference to a named schema of the document. */
function resolverOf(root: JsonSchema): Resolve {
  const named = isSchema(root['$defs']) ? root['$defs'] : {}
  return schema => {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : ''
    const target = named[name]
    return isSchema(target) ? target : schema
  }
}

/** The types of a value except null, with nested unions flattened. */
function branchesOf(schema: JsonSchema, resolve: Resolve): readonly JsonSchema[] {
  const resolved = resolve(schema)
  const union = resolved['anyOf'] ?? resolved['oneOf']
  if (Array.isArray(union)) return union.filter(isSchema).flatMap(branch => branchesOf(branch, resolve))
  if (resolved['const'] === null || resolved['type'] === 'null') return []
  if (!Array.isArray(resolved['type'])) return [resolved]
  return resolved['type'].filter(type => type !== 'null').map(type => ({ ...resolved, type }))
}

/** e.g. `string or array of objects` */
function typeOf(branches: readonly JsonSchema[], resolve: Resolve): string {
  return [...new Set(branches.map(branch => nameOf(branch, resolve)))].join(' or ') || 'any'
}

/** Limits as text, without duplicates. */
function boundsOf(branches: readonly JsonSchema[], resolve: Resolve): readonly string[] {
  return [...new Set(branches.flatMap(branch => boundsOfOne(branch, resolve)))]
}

function isSchema(value: unknown): value is JsonSchema {
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
    typeof pattern === 'string' && pattern.length <= patternLengthMax && `matches ${pattern}`,
  ].filter(word => typeof word === 'string')
  if (!isSchema(items)) return words
  return [...words, ...boundsOf(branchesOf(items, resolve), resolve).map(word => `each ${word}`)]
}

// Forms send an empty text for an absent choice.
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

/** Null for the limits that every JSON integer has. */
function toLimit(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null
}

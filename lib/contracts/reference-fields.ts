import type { JsonSchema } from './contract-info.ts'
import { boundsOf, branchesOf, isSchema, resolverOf, type Resolve, typeOf } from './schema-words.ts'

/** One field of a request, an answer or an event, in words. */
export interface ReferenceField {
  /** Where it is, e.g. `messages[].role`; `*` stands for any key. */
  readonly path: string
  readonly name: string
  /** e.g. `string or array of strings` */
  readonly type: string
  readonly required: boolean
  /** JSON of what absence means; null where nothing is said. */
  readonly usual: string | null
  /** e.g. `0 to 2`, `one of a, b` */
  readonly bounds: readonly string[]
  readonly description: string | null
  /** What it holds, or what its entries do. */
  readonly shapes: readonly ReferenceShape[]
}

/** The fields of an object; of several forms each has a label, e.g. `role: "user"`. */
export interface ReferenceShape {
  readonly label: string | null
  readonly fields: readonly ReferenceField[]
}

/** Every field that a JSON Schema names, at any depth. A schema within itself is not opened again. */
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

/** The objects that a value may be, or may hold as the entries of a list or table. */
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
    const { description, default: usual } = { ...resolve(property), ...property }
    return {
      path: prefix + name,
      name,
      type: typeOf(branches, resolve),
      required: required.has(name),
      usual: usual === undefined ? null : JSON.stringify(usual),
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

/** What tells this form from the others: the fields that have one value. */
function labelOf(object: JsonSchema, resolve: Resolve): string | null {
  const fixed = propertiesOf(object).flatMap(([name, property]) => {
    const { const: value } = resolve(property)
    return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]
  })
  return fixed.length === 0 ? null : fixed.join(', ')
}

/** The table of properties is the same object wherever a named schema is used. */
function identityOf(object: JsonSchema): JsonSchema {
  return isSchema(object['properties']) ? object['properties'] : object
}

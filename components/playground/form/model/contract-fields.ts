import type { ContractInfo, JsonSchema } from '#lib/contracts/core/contract-info.ts'
import { isRecord } from '#lib/read-json.ts'

/** How a field is edited. Bounds are absent when the contract sets none. */
export type FieldControl =
  | { readonly kind: 'slider'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'number'; readonly integer: boolean; readonly min?: number; readonly max?: number }
  | { readonly kind: 'segmented'; readonly options: readonly string[] }
  | { readonly kind: 'select'; readonly options: readonly string[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'text'; readonly lengthMax?: number }
  | { readonly kind: 'textarea'; readonly lengthMax?: number }
  | { readonly kind: 'list'; readonly itemsMax?: number }
  | { readonly kind: 'toggles'; readonly options: readonly string[] }
  | { readonly kind: 'json'; readonly schema: JsonSchema }
  | { readonly kind: 'file' }
  | { readonly kind: 'model' }

export interface ContractField {
  /** Dotted path into the body, e.g. `temperature` or `params.url`. */
  readonly name: string
  /** Its own key, the last part of the path; the form's label. */
  readonly key: string
  readonly label: string
  readonly help: string | null
  readonly required: boolean
  /** The API's default when the field is absent; undefined when it depends on the model. */
  readonly default: unknown
  readonly control: FieldControl
}

/**
 * The fields of a contract as controls, required ones first, otherwise in the contract's order. A required
 * object contributes its own fields: a body such as `{model, params: {…}}` is one form.
 */
export function contractFields({ schema }: Pick<ContractInfo, 'schema'>): readonly ContractField[] {
  const resolve = resolver(schema)
  return fieldsOf(resolve(schema), '', resolve).toSorted((a, b) => Number(b.required) - Number(a.required))
}

function fieldsOf(object: JsonSchema, prefix: string, resolve: Resolve): readonly ContractField[] {
  const required = new Set(Array.isArray(object['required']) ? object['required'] : [])
  return Object.entries(isRecord(object['properties']) ? object['properties'] : {})
    .filter((property): property is [string, JsonSchema] => isRecord(property[1]))
    .flatMap(([key, property]) => {
      const inner = resolve(property)
      // A single possible value leaves nothing to select.
      if ('const' in inner) return []
      if (required.has(key) && isRecord(inner['properties']))
        return fieldsOf(inner, `${prefix}${key}.`, resolve)
      return {
        name: `${prefix}${key}`,
        key,
        label: toLabel(key),
        help: typeof property['description'] === 'string' ? property['description'] : null,
        required: required.has(key),
        default: property['default'],
        control: key === 'model' ? ({ kind: 'model' } as const) : toControl(property, resolve),
      }
    })
}

type Resolve = (schema: JsonSchema) => JsonSchema

function resolver(root: JsonSchema): Resolve {
  return schema => {
    const name =
      typeof schema['$ref'] === 'string' ? /^#\/\$defs\/(.+)$/.exec(schema['$ref'])?.[1] : undefined
    const named = name !== undefined && isRecord(root['$defs']) ? root['$defs'][name] : undefined
    return isRecord(named) ? named : schema
  }
}

function toControl(property: JsonSchema, resolve: Resolve): FieldControl {
  const branches = branchesOf(property, resolve)
  const [only, ...others] = branches
  const list = branches.find(isTextList)
  // A text or a list of texts is edited as a list.
  if (list && branches.every(branch => isTextList(branch) || branch['type'] === 'string')) return toList(list)
  if (only === undefined || others.length > 0) return { kind: 'json', schema: property }
  if (Array.isArray(only['enum'])) return toChoice(only['enum'].map(String))
  switch (only['type']) {
    case 'array':
      return isRecord(only['items']) && Array.isArray(only['items']['enum'])
        ? { kind: 'toggles', options: only['items']['enum'].map(String) }
        : { kind: 'json', schema: property }
    case 'boolean':
      return { kind: 'switch' }
    case 'integer':
      return { kind: 'number', integer: true, ...bounds(only) }
    case 'number':
      return toNumber(only)
    case 'string':
      return toText(only)
    default:
      return { kind: 'json', schema: property }
  }
}

/** Possible types of a value, without null, nested unions flattened. */
function branchesOf(schema: JsonSchema, resolve: Resolve): readonly JsonSchema[] {
  const resolved = resolve(schema)
  const union = resolved['anyOf'] ?? resolved['oneOf']
  if (Array.isArray(union)) return union.filter(isRecord).flatMap(branch => branchesOf(branch, resolve))
  const types = [resolved['type']].flat().filter(type => type !== 'null')
  return types.map(type => ({ ...resolved, type }))
}

function isTextList(schema: JsonSchema): boolean {
  const { type, items } = schema
  return type === 'array' && isRecord(items) && items['type'] === 'string' && items['enum'] === undefined
}

function toList({ maxItems }: JsonSchema): FieldControl {
  return { kind: 'list', ...(typeof maxItems === 'number' && { itemsMax: maxItems }) }
}

function toChoice(options: readonly string[]): FieldControl {
  return { kind: options.length <= 4 ? 'segmented' : 'select', options }
}

function toNumber(schema: JsonSchema): FieldControl {
  const { min, max } = bounds(schema)
  if (min === undefined || max === undefined) return { kind: 'number', integer: false, ...bounds(schema) }
  return { kind: 'slider', min, max, step: max - min <= 1 ? 0.01 : max - min <= 10 ? 0.1 : 1 }
}

function toText({ maxLength, format, contentEncoding, multiline }: JsonSchema): FieldControl {
  if (format === 'binary' || contentEncoding === 'binary') return { kind: 'file' }
  const kind = multiline === true ? 'textarea' : 'text'
  return { kind, ...(typeof maxLength === 'number' && { lengthMax: maxLength }) }
}

// The bounds of a safe integer are not limits of the contract.
function bounds({ minimum, maximum }: JsonSchema): { min?: number; max?: number } {
  return {
    ...(typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER && { min: minimum }),
    ...(typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER && { max: maximum }),
  }
}

/** `max_tokens` → `Max tokens`; `ignoreSitemap` → `Ignore sitemap`. */
function toLabel(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words === 'n' ? 'Answers' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

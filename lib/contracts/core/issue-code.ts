import { z } from 'zod'
import type { PlainIssue } from './first-issue.ts'
import { schemasAt } from './schemas-at.ts'
import { valueAt } from './value-at.ts'

export type IssueCode =
  | 'missing_required_parameter'
  | 'invalid_type'
  | 'invalid_value'
  | 'integer_below_min_value'
  | 'integer_above_max_value'
  | 'decimal_below_min_value'
  | 'decimal_above_max_value'
  | 'empty_array'
  | 'array_above_max_length'
  | 'string_above_max_length'

export interface DescribedIssue {
  readonly code: IssueCode
  readonly message: string
}

/** Maps zod issues to API codes and to messages that say what to send instead. */
export function describeIssue(issue: PlainIssue, document: unknown, schema: z.ZodType): DescribedIssue {
  const value = valueAt(issue.path, document)
  const name = issue.path.length === 0 ? 'the request body' : `'${issue.path.map(nameOf).join('.')}'`
  if (value === undefined && issue.path.length > 0) return missing(name)
  switch (issue.code) {
    case 'invalid_type':
      return value === null && typeof issue.path.at(-1) === 'string'
        ? missing(name)
        : wrongType(name, issue.expected, value)
    case 'invalid_value':
      return notOneOf(name, issue.values.map(String), value)
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? notOneOf(name, issue.options.map(String), value)
        : { code: 'invalid_value', message: `Invalid value for ${name}.` }
    case 'too_small':
      return tooSmall(name, issue, value, isIntegerAt(schema, issue.path))
    case 'too_big':
      return tooBig(name, issue, value, isIntegerAt(schema, issue.path))
    case 'unrecognized_keys':
      return unknownKey(issue, schema)
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return { code: 'invalid_value', message: `Invalid value for ${name}: ${issue.message}.` }
  }
}

function missing(name: string): DescribedIssue {
  return { code: 'missing_required_parameter', message: `Missing required parameter: ${name}.` }
}

function wrongType(name: string, expected: string, value: unknown): DescribedIssue {
  if (value === Infinity) {
    return { code: 'decimal_above_max_value', message: `${name} is too large for a number.` }
  }
  if (value === -Infinity) {
    return { code: 'decimal_below_min_value', message: `${name} is too small for a number.` }
  }
  const wanted = expected
    .split(' or ')
    .map(type => jsonNames[type] ?? type)
    .join(' or ')
  return {
    code: 'invalid_type',
    message: `Invalid type for ${name}: expected ${wanted}, but got ${describe(value)} instead.`,
  }
}

const jsonNames: Record<string, string | undefined> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

function unknownKey(
  { keys, path }: Extract<PlainIssue, { code: 'unrecognized_keys' }>,
  schema: z.ZodType,
): DescribedIssue {
  const known = schemasAt(schema, path).flatMap(found =>
    found instanceof z.ZodObject ? Object.keys(found.def.shape) : [],
  )
  const list = [...new Set(known)].map(one => `'${one}'`).join(', ')
  const name = [...path, ...keys.slice(0, 1)].map(nameOf).join('.')
  const message = `Unknown parameter: '${name}'.${list === '' ? '' : ` Supported: ${list}.`}`
  return { code: 'invalid_value', message }
}

function notOneOf(name: string, values: readonly string[], value: unknown): DescribedIssue {
  if (typeof value !== 'string') return wrongType(name, 'string', value)
  const list = [...new Set(values)].map(one => `'${one}'`).join(', ')
  return {
    code: 'invalid_value',
    message: `Invalid value for ${name}: '${clip(value)}'. Supported: ${list}.`,
  }
}

function tooSmall(
  name: string,
  issue: Extract<PlainIssue, { code: 'too_small' }>,
  value: unknown,
  integer: boolean,
): DescribedIssue {
  if (Array.isArray(value)) return tooFew(name, value.length, Number(issue.minimum))
  if (typeof value === 'string') return { code: 'invalid_value', message: `${name} must not be empty.` }
  return {
    code: integer ? 'integer_below_min_value' : 'decimal_below_min_value',
    message: `${name} is ${describe(value)}; the minimum is ${issue.minimum}.`,
  }
}

function tooFew(name: string, length: number, minimum: number): DescribedIssue {
  if (length === 0) return { code: 'empty_array', message: `${name} must have at least one item.` }
  return { code: 'invalid_value', message: `${name} has ${length} items; the minimum is ${minimum}.` }
}

function tooBig(
  name: string,
  issue: Extract<PlainIssue, { code: 'too_big' }>,
  value: unknown,
  integer: boolean,
): DescribedIssue {
  if (Array.isArray(value)) {
    const message = `${name} has ${value.length} items; the limit is ${issue.maximum}.`
    return { code: 'array_above_max_length', message }
  }
  if (typeof value === 'string') {
    const message = `${name} has ${value.length} characters; the limit is ${issue.maximum}.`
    return { code: 'string_above_max_length', message }
  }
  return {
    code: integer ? 'integer_above_max_value' : 'decimal_above_max_value',
    message: `${name} is ${describe(value)}; the maximum is ${issue.maximum}.`,
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return 'a string'
  return JSON.stringify(value)
}

const nameCharsMax = 100

/** Names of members may be the caller's own. */
function nameOf(key: PropertyKey): string {
  return clip(String(key), nameCharsMax)
}

function clip(text: string, charsMax = 40): string {
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}

/** Whether the schema requires an integer at this path: zod's own issue says `number` for both. */
function isIntegerAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
  return schemasAt(schema, path).some(found => found instanceof z.ZodNumberFormat)
}

import { z } from 'zod'
import type { PlainIssue } from './first-issue.ts'
import { schemasAt } from './schemas-at.ts'
import { valueAt } from './value-at.ts'

/**
 * The requirement that a value does not meet, for the people who fill in forms and configuration files: `must be a
 * whole number from 1 to 1000`. Messages of the API have codes and are in `issue-code.ts`.
 */
export function wordIssue(issue: PlainIssue, document: unknown, schema: z.ZodType): string {
  const value = valueAt(issue.path, document)
  if (!isOfValidator(issue.message)) return issue.message
  if (value === undefined && issue.path.length > 0) return 'is required'
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'is invalid'
  if (issue.code === 'unrecognized_keys') return `has an unknown field: ${issue.keys.join(', ')}`
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    if (issue.origin === 'string') return wordLength(issue, 'character', 'characters')
    if (issue.origin === 'array') return wordLength(issue, 'entry', 'entries')
  }
  const found = schemasAt(schema, issue.path)
  // Text that is read as a number is checked as one, too.
  const numbers = 'origin' in issue ? found.filter(each => each instanceof z.ZodNumber) : []
  const kinds = [...new Set((numbers.length > 0 ? numbers : found).flatMap(kindOf))]
  return kinds.length === 0 ? 'is invalid' : `must be ${either.format(kinds)}`
}

function wordLength(
  issue: Extract<PlainIssue, { code: 'too_small' | 'too_big' }>,
  one: string,
  more: string,
): string {
  if (issue.code === 'too_big') return `must have at most ${count(issue.maximum, one, more)}`
  if (Number(issue.minimum) === 1) return 'must not be empty'
  return `must have at least ${count(issue.minimum, one, more)}`
}

/** Texts of contracts are requirements already; issues that `firstIssue` made have none. */
function isOfValidator(message: string): boolean {
  return message === '' || /^(Invalid|Too (small|big)|Unrecognized)\b/.test(message)
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })
const digits = new Intl.NumberFormat('en', { useGrouping: 'min2', maximumFractionDigits: 9 })

function count(amount: number | bigint, one: string, more: string): string {
  return `${digits.format(amount)} ${Number(amount) === 1 ? one : more}`
}

function kindOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)
    return [...schema._zod.values].map(String)
  if (schema instanceof z.ZodNumber) return [numberKind(schema)]
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return ['text']
  if (schema instanceof z.ZodBoolean) return ['true', 'false']
  if (schema instanceof z.ZodArray || schema instanceof z.ZodTuple) return ['a list']
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return ['an object']
  return []
}

function numberKind(schema: z.ZodNumber): string {
  const kind = schema.isInt ? 'a whole number' : 'a number'
  const least = boundOf(schema.minValue)
  const most = boundOf(schema.maxValue)
  if (least !== null && isExclusive(schema)) {
    return `${kind} above ${least}${most === null ? '' : `, up to ${most}`}`
  }
  if (least === null) return most === null ? kind : `${kind} up to ${most}`
  return most === null ? `${kind} of at least ${least}` : `${kind} from ${least} to ${most}`
}

/** Null: there is none, or it is that of the number format. */
function boundOf(value: number | null): string | null {
  return value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : digits.format(value)
}

function isExclusive(schema: z.ZodNumber): boolean {
  const checks = schema.def.checks ?? []
  return checks.some(
    ({ _zod: { def } }) => def.check === 'greater_than' && 'inclusive' in def && def.inclusive === false,
  )
}

/**
 * The label of a field in a form, with the entries of lists that it is in: `Deployment 2: Weight`. It is the title of
 * the field's schema, or its name in words.
 */
export function labelOf(path: readonly PropertyKey[], schema: z.ZodType): string {
  const labels = path.flatMap((key, at) => {
    if (typeof key === 'number') {
      const name =
        titleAt(schema, path.slice(0, at + 1)) ??
        toWords(String(path[at - 1] ?? 'entries'))
          .replace(/ies$/, 'y')
          .replace(/s$/, '')
      return [`${name} ${key + 1}`]
    }
    return at === path.length - 1 ? [titleAt(schema, path) ?? toWords(String(key))] : []
  })
  return labels.join(': ')
}

function titleAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  return schemasAt(schema, path)
    .map(found => z.globalRegistry.get(found)?.title)
    .find(title => title !== undefined)
}

const abbreviations = /\b(api|id|url)\b/g

function toWords(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll(abbreviations, word => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

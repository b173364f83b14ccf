import type { z } from 'zod'
import { valueAt } from './value-at.ts'

type Issue = z.core.$ZodIssue

/** An issue outside a union: union issues are replaced by those of the branch that was meant. */
export type PlainIssue = Issue

/** The first issue in document order; missing fields of an object come before invalid ones. */
export function firstIssue(issues: readonly Issue[], document: unknown): PlainIssue {
  let first: { issue: PlainIssue; position: readonly number[] } | null = null
  for (const issue of issues.slice(0, 1000).flatMap(issue => toMeantIssues(issue, document))) {
    const position = positionOf(issue, document)
    if (first === null || isBefore(position, first.position)) first = { issue, position }
  }
  if (first === null) throw new Error('a failed parse has at least one issue')
  return first.issue
}

/** The issues of the branch that a union was meant to be, or the issue itself. */
export function toMeantIssues(issue: Issue, document: unknown): PlainIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const value = valueAt(issue.path, document)
  const possible = issue.errors
    .map(branch => branch.flatMap(inner => toMeantIssues(inner, value)))
    .filter(branch => !branch.some(inner => isOtherKind(inner, value)))
  if (possible.length > 1 && Array.isArray(value) && possible.every(isOtherList)) {
    return [wrongType(possible.flat().filter(isFirstItem), [...issue.path, 0])]
  }
  const meant = possible
    .toSorted((a, b) => Number(isOtherList(a)) - Number(isOtherList(b)) || depth(b) - depth(a))
    .at(0)
  if (!meant) return [wrongKind(issue)]
  return meant.map(inner => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** The first item of a list decides which list type was meant. */
function isOtherList(branch: readonly PlainIssue[]): boolean {
  return branch.some(isFirstItem)
}

function isFirstItem(issue: PlainIssue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 1 && issue.path[0] === 0
}

// A branch that fails at its root by JSON type, or at its own `type`, was not meant.
function isOtherKind(issue: PlainIssue, value: unknown): boolean {
  if (issue.path.length === 0) {
    return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value !== 'string')
  }
  return issue.code === 'invalid_value' && issue.path.length === 1 && issue.path[0] === 'type'
}

function depth(branch: readonly PlainIssue[]): number {
  return Math.max(0, ...branch.map(issue => issue.path.length))
}

/**
 * If no branch matches, the issue is at `type` when it distinguishes the branches, else at the value's own type.
 */
function wrongKind(issue: Extract<Issue, { code: 'invalid_union' }>): PlainIssue {
  const branches = issue.errors.flat()
  const byType = branches.filter(inner => inner.code === 'invalid_value' && inner.path[0] === 'type')
  if (byType.length > 0) {
    const values = byType.flatMap(inner => (inner.code === 'invalid_value' ? inner.values : []))
    return { code: 'invalid_value', values, path: [...issue.path, 'type'], message: '' }
  }
  return wrongType(branches, issue.path)
}

/** The value matches none of the branches' types. */
function wrongType(branches: readonly Issue[], path: PropertyKey[]): PlainIssue {
  const expected = branches.flatMap(inner =>
    inner.code === 'invalid_type' ? [inner.expected] : inner.code === 'invalid_value' ? ['string'] : [],
  )
  return {
    code: 'invalid_type',
    expected: [...new Set(expected)].join(' or ') as 'string',
    path,
    message: '',
  }
}

// A wrong `type` causes the errors of the fields beside it, so it comes first, even before missing fields.
function positionOf(issue: PlainIssue, document: unknown): number[] {
  let value = document
  const { path } = issue
  return path.map((key, depth) => {
    if (depth === path.length - 1 && key === 'type' && issue.code === 'invalid_value') return -2
    if (typeof value !== 'object' || value === null) return -1
    const at = Array.isArray(value) ? Number(key) : Object.keys(value).indexOf(String(key))
    value = valueAt([key], value)
    return at
  })
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((position, index) => position !== b[index])
  if (at === -1) return a.length < b.length
  return (a[at] ?? -1) < (b[at] ?? -1)
}

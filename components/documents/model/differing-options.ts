import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import { passwordVariable } from '#lib/contracts/core/form-parts.ts'

/** A field in which two requests differ; null: not set. */
export interface DifferingOption {
  readonly name: string
  readonly first: string | null
  readonly second: string | null
}

/** Differences between two requests for a document, except for the file. */
export function differingOptions(first: string, second: string): readonly DifferingOption[] {
  const { file: _, ...before } = toObject(readJson(first))
  const { file: __, ...after } = toObject(readJson(second))
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map(name => ({ name, first: formatValue(before[name]), second: formatValue(after[name]) }))
    .filter(option => option.first !== option.second)
}

function formatValue(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (value === passwordVariable) return 'given'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

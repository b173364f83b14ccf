import { isObject } from '#lib/client/json-value.ts'

/** The cells of a JSON item by column: a bare text is the column `text`; null when it is neither text nor object. */
export function toCells(item: unknown): [column: string, value: string][] | null {
  if (typeof item === 'string') return [['text', item]]
  if (!isObject(item)) return null
  return Object.entries(item).map(([column, value]) => [column, toCell(value)])
}

function toCell(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}

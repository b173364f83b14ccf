import { isRecord } from '#lib/providers/transport/json.ts'

export type Item = Readonly<Record<string, unknown>>

/** Objects of a list in a foreign response, by path; other values are skipped. */
export function readItems(value: unknown, ...path: readonly string[]): Item[] {
  const list = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** A string in a foreign response, by path; empty if missing. */
export function readText(value: unknown, ...path: readonly string[]): string {
  const text = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
  return typeof text === 'string' ? text : ''
}

/** The same for an optional field. */
export function maybe<Key extends string>(key: Key, text: string): { readonly [K in Key]?: string } {
  return (text === '' ? {} : { [key]: text }) as { readonly [K in Key]?: string }
}

import { isRecord } from '#lib/providers/transport/json.ts'

export type Item = Readonly<Record<string, unknown>>

/** The objects of a list inside a foreign answer, by its path; what is none is left out. */
export function readItems(value: unknown, ...path: readonly string[]): Item[] {
  const list = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** A text inside a foreign answer, by its path; empty where there is none. */
export function readText(value: unknown, ...path: readonly string[]): string {
  const text = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
  return typeof text === 'string' ? text : ''
}

/** The same for a field that may be absent. */
export function maybe<Key extends string>(key: Key, text: string): { readonly [K in Key]?: string } {
  return (text === '' ? {} : { [key]: text }) as { readonly [K in Key]?: string }
}

import { isRecord } from '#lib/providers/transport/json.ts'

export type Item = Readonly<Record<string, unknown>>

/** Objects of a list in a foreign response, by path; other values are skipped. */
export function readItems(value: unknown, ...path: readonly string[]): Item[] {
  const list = readMember(value, path)
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** A string in a foreign response, by path; empty if missing. */
export function readText(value: unknown, ...path: readonly string[]): string {
  const text = readMember(value, path)
  return typeof text === 'string' ? text : ''
}

/** A number of at least zero in a foreign response, by path. */
export function readAmount(value: unknown, ...path: readonly string[]): number | undefined {
  const amount = readMember(value, path)
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined
}

function readMember(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
}

/** An optional string field. */
export function maybe<Key extends string>(key: Key, text: string): { readonly [K in Key]?: string } {
  return (text === '' ? {} : { [key]: text }) as { readonly [K in Key]?: string }
}

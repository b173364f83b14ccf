// Hand-written on purpose: these few questions would otherwise bring the whole validator into the first load.

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; an empty one when it is none. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The value as a list; an empty one when it is none. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value as text; null when it is none. */
export function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The value as a finite number; null when it is none. */
export function toNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

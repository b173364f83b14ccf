import { isRecord } from '#lib/read-json.ts'

// Hand-written on purpose: these few checks would otherwise add the validator to the initial bundle.

export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object; otherwise an empty one. */
export function toObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}

/** The value as an array; otherwise an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value as a string; otherwise null. */
export function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The value as a finite number; otherwise null. */
export function toNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

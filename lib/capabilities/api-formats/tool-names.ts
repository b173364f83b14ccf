import { createHash } from 'node:crypto'
import { base62Digits } from '#lib/base62.ts'

const nameLengthMax = 64

/** The name of a tool as chat completions allow it. */
export function shortToolName(name: string): string {
  if (name.length <= nameLengthMax) return name
  return `${name.slice(0, 55)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** The id of a call as all vendors allow it, always the same, so that a session may move to another model. */
export function toCallId(id: string, prefix: 'toolu_' | 'call_'): string {
  if (/^[\w-]{1,64}$/.test(id)) return id
  const bytes = createHash('sha256').update(id).digest().subarray(0, 24)
  return `${prefix}${Array.from(bytes, byte => base62Digits[byte % 62]).join('')}`
}

import { randomBase62 } from '#lib/base62.ts'

const idDigits = 24

/** A new id: its type and 24 random base62 digits, e.g. `key_4fQ…`. */
export function makeId(
  prefix:
    | 'connection'
    | 'team'
    | 'user'
    | 'key'
    | 'session'
    | 'invitation'
    | 'audit'
    | 'attempt'
    | 'budget'
    | 'lease'
    | 'share'
    | 'catalog',
): string {
  return `${prefix}_${randomBase62(idDigits)}`
}

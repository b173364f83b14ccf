import { createHash } from 'node:crypto'
import { base62Digits } from '#lib/base62.ts'
import { newId } from '#lib/capabilities/new-id.ts'
import { toIdentity } from '#lib/web/crawl/identity.ts'

/** What makes two items one: a page's address, a file's bytes; neither: each is its own. */
export interface ItemOrigin {
  readonly url: string | null
  readonly sha256: string | null
}

const prefix = 'lib_'
const idDigits = 24

/**
 * The id of an item, the same for the same address or file of a team: whoever keeps it again replaces it, and links to
 * it stay good. Another team's id for it is another one.
 */
export function itemIdOf(teamId: string, { url, sha256 }: ItemOrigin): string {
  if (url !== null) return derive(teamId, `url ${toIdentity(new URL(url))}`)
  if (sha256 !== null) return derive(teamId, `sha256 ${sha256}`)
  return newId(prefix, idDigits)
}

function derive(teamId: string, origin: string): string {
  const hash = createHash('sha256').update(`${teamId} ${origin}`).digest('hex')
  let rest = BigInt(`0x${hash}`)
  let digits = ''
  for (let at = 0; at < idDigits; at++) {
    digits += base62Digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return prefix + digits
}

import { defaultCollection } from '#lib/contracts/api/library-item.ts'
import type { Caller } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import type { LibraryWriter } from './library-writer.ts'

/** The request's `library` field: true, false, a collection name, or absent. */
export type AskedLibrary = boolean | string | null | undefined

/**
 * The collection to save to.
 * @returns a collection; null: not saved. Without a value the team's setting decides
 * @throws ApiError `endpoint_not_allowed` where the key lacks the scope
 */
export async function targetCollection(
  asked: AskedLibrary,
  caller: Pick<Caller, 'teamId' | 'usesLibrary'>,
  writer: LibraryWriter,
): Promise<string | null> {
  if (asked === false) return null
  if (asked !== null && asked !== undefined) {
    requireLibrary(caller)
    return asked === true ? defaultCollection : asked
  }
  try {
    return (await writer.savesEverything(caller.teamId)) ? defaultCollection : null
  } catch (error) {
    writer.onFault(error)
    return null
  }
}

/** @throws ApiError `endpoint_not_allowed` where the key lacks the scope `library` */
export function requireLibrary({ usesLibrary }: Pick<Caller, 'usesLibrary'>): void {
  if (usesLibrary) return
  const message = 'This key lacks the scope `library`. Use a key with that scope or omit `library`.'
  throw new ApiError('endpoint_not_allowed', message, { param: 'library' })
}

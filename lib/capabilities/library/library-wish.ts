import { defaultCollection } from '#lib/contracts/api/library-item.ts'
import type { Caller } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import type { LibraryKeeper } from './library-keeper.ts'

/** What a request says of the library: yes, no, a collection's name, or nothing. */
export type AskedLibrary = boolean | string | null | undefined

/**
 * Where what is read now goes.
 * @returns a collection; null: it is not kept. Where nothing is said the team's switch decides
 * @throws ApiError `endpoint_not_allowed` where a key asks for it that may not use the library
 */
export async function wishOf(
  asked: AskedLibrary,
  caller: Pick<Caller, 'teamId' | 'usesLibrary'>,
  keeper: LibraryKeeper,
): Promise<string | null> {
  if (asked === false) return null
  if (asked !== null && asked !== undefined) {
    requireLibrary(caller)
    return asked === true ? defaultCollection : asked
  }
  try {
    return (await keeper.keepsEverything(caller.teamId)) ? defaultCollection : null
  } catch (error) {
    keeper.onFault(error)
    return null
  }
}

/** @throws ApiError `endpoint_not_allowed` where the key lacks the scope `library` */
export function requireLibrary({ usesLibrary }: Pick<Caller, 'usesLibrary'>): void {
  if (usesLibrary) return
  const message = 'This key lacks the scope `library`. Use a key with that scope or omit `library`.'
  throw new ApiError('endpoint_not_allowed', message, { param: 'library' })
}

import { defaultCollection } from '#lib/contracts/library-item.ts'
import type { LibraryKeeper } from './library-keeper.ts'

/** What a request says of the library: yes, no, a collection's name, or nothing. */
export type AskedLibrary = boolean | string | null | undefined

/**
 * Where what is read now goes.
 * @returns a collection; null: it is not kept. Where nothing is said the team's switch decides
 */
export async function wishOf(
  asked: AskedLibrary,
  teamId: string,
  keeper: LibraryKeeper,
): Promise<string | null> {
  if (asked === false) return null
  if (asked === true) return defaultCollection
  if (asked !== null && asked !== undefined) return asked
  try {
    return (await keeper.keepsEverything(teamId)) ? defaultCollection : null
  } catch (error) {
    keeper.onFault(error)
    return null
  }
}

import type { Call } from '#lib/capabilities/call.ts'
import { ApiError } from '#lib/errors.ts'
import type { LibraryStore } from './library-store.ts'

type Asker = Pick<Call, 'teamId' | 'userId'>

/**
 * Whose items this key may delete and move: a member's key those that the member keeps, an administrator's and the
 * operator's all.
 * @returns a person's id; null: everybody's
 */
export async function ownerOfChange({ teamId, userId }: Asker, store: LibraryStore): Promise<string | null> {
  return (await store.manages(teamId, userId)) ? null : userId
}

/** @throws ApiError `role_not_allowed` where the item is there and somebody else keeps it */
export async function requireOwnItem(asker: Asker, id: string, store: LibraryStore): Promise<void> {
  const ownerId = await ownerOfChange(asker, store)
  if (ownerId === null) return
  const [item] = await store.get(asker.teamId, [id], '')
  if (item !== undefined && item.ownerId !== ownerId) throw notYours()
}

/** @throws ApiError `role_not_allowed` */
export async function requireManager({ teamId, userId }: Asker, store: LibraryStore): Promise<void> {
  if (await store.manages(teamId, userId)) return
  throw new ApiError(
    'role_not_allowed',
    'Only an administrator of the team may change what its library keeps.',
  )
}

function notYours(): ApiError {
  const message = 'Somebody else keeps this item. Ask them, or an administrator of the team, to change it.'
  return new ApiError('role_not_allowed', message, { param: 'id' })
}

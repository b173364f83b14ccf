import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Backend } from '#lib/store/backend.ts'

const chunksAtOnce = 50

/**
 * Hides a team's items at once, so that nobody sees them any more, whatever happens while their parts go.
 * @returns ids of those that were there
 */
export async function hideItems(
  backend: Backend,
  teamId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const empty = {
    title: '',
    foldedTitle: '',
    url: null,
    host: null,
    sha256: null,
    collection: '',
    chars: 0,
    sizeBytes: 0,
    chunks: 0,
    reason: null,
    claimedBy: null,
    claimedUntil: null,
  }
  const hidden = await backend.write(() =>
    backend.database
      .updateTable('libraryItems')
      .set({ ...empty, work: 'remove' })
      .where('teamId', '=', teamId)
      .where('id', 'in', [...ids])
      .where(build => build.or([build('work', 'is', null), build('work', '!=', 'remove')]))
      .returning('id')
      .execute(),
  )
  return hidden.map(({ id }) => id)
}

/** Removes what is left of hidden items; one that was kept anew meanwhile keeps what is its own. */
export async function removeHidden(backend: Backend, ids: readonly string[]): Promise<void> {
  const { database } = backend
  for (const id of ids) {
    const item = await database
      .selectFrom('libraryItems')
      .select('version')
      .where('id', '=', id)
      .where('work', '=', 'remove')
      .executeTakeFirst()
    if (item === undefined) continue
    await removeParts(backend, id, { texts: item.version + 1, chunks: item.version + 1 })
    await backend.write(() =>
      database.deleteFrom('libraryItems').where('id', '=', id).where('work', '=', 'remove').execute(),
    )
  }
}

/** Removes texts and chunks, these with their words and vectors, of versions before those named. */
export async function removeParts(
  backend: Backend,
  id: string,
  before: { readonly texts: number; readonly chunks: number },
): Promise<void> {
  const { database } = backend
  await backend.write(() =>
    database
      .deleteFrom('libraryTexts')
      .where('itemId', '=', id)
      .where('version', '<', before.texts)
      .execute(),
  )
  for (;;) {
    const some = await database
      .selectFrom('libraryChunks')
      .select('id')
      .where('itemId', '=', id)
      .where('version', '<', before.chunks)
      .limit(chunksAtOnce)
      .execute()
    if (some.length === 0) return
    const chunkIds = some.map(chunk => chunk.id)
    await backend.write(() => database.deleteFrom('libraryChunks').where('id', 'in', chunkIds).execute())
    await nextTurn()
  }
}

import { toList } from '#lib/client/json-value.ts'
import { askLibrary } from './ask-library.ts'

export type ItemChange =
  | { readonly action: 'delete' }
  | { readonly action: 'retry' }
  | { readonly action: 'move'; readonly collection: string }

/** As many as one request takes. */
const idsMax = 500

/**
 * Changes many items, as many requests as that takes.
 * @returns the ids of those that changed: others were not there any more
 * @throws LibraryFailure; what was changed before it stays changed
 */
export async function changeItems(ids: readonly string[], change: ItemChange): Promise<readonly string[]> {
  const changed: string[] = []
  for (let at = 0; at < ids.length; at += idsMax) {
    const body = { ...change, ids: ids.slice(at, at + idsMax) }
    const answer = await askLibrary({ method: 'POST', path: '/v1/library/batch', body })
    changed.push(...toList(answer.body['ids']).filter(id => typeof id === 'string'))
  }
  return changed
}

import { toList } from '#lib/client/json-value.ts'
import { askLibrary } from './ask-library.ts'

export type ItemChange =
  | { readonly action: 'delete' }
  | { readonly action: 'retry' }
  | { readonly action: 'move'; readonly collection: string }

/** The maximum per request. */
const idsMax = 500

/**
 * Changes many items, in batches.
 * @returns the ids that changed; the others no longer exist
 * @throws LibraryFailure; earlier batches stay applied
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

import type { ModelList } from '#lib/capabilities/list-models.ts'
import type { Caller } from '#lib/capabilities/request-context.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { extractiveModel } from '#lib/contracts/api/search/answer-model.ts'

/**
 * The model for a call that names none: the default, also while it is not downloaded, else the first that is ready.
 * @returns null: the server has none, or the key allows none
 */
export async function findDefaultModel(
  models: ModelList,
  kind: 'chat' | 'rerank',
  caller: Pick<Caller, 'allows'>,
): Promise<string | null> {
  const listed = await models.list({ all: true })
  const usable = listed.filter(
    ({ id, type, state }) =>
      type === kind && id !== extractiveModel && state !== 'not_configured' && caller.allows(id),
  )
  const isReady = ({ state = 'ready' }: Model) => state === 'ready'
  return (usable.find(model => model.default) ?? usable.find(isReady))?.id ?? null
}

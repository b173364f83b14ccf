import type { ModelKind } from '#lib/contracts/models.ts'
import type { ModelSources } from './find-model.ts'
import { isOn } from './model-override.ts'
import { toPublicId } from './model-lists.ts'

/** The operator's first model of a kind: of the configuration, else of the first provider that lists one. */
export async function firstConfigured(
  kind: ModelKind,
  { configured, providers, lists, overrides }: ModelSources,
): Promise<string | null> {
  const entry = configured.values().find(each => each.kind === kind && isOn(overrides, each.id))
  if (entry !== undefined) return entry.id
  for (const provider of providers.values()) {
    if (provider.id === 'local') continue
    const listed = [...(provider.known ?? []), ...(await lists.read(provider))]
    const model = listed.find(each => each.kind === kind && isOn(overrides, toPublicId(provider.id, each.id)))
    if (model !== undefined) return toPublicId(provider.id, model.id)
  }
  return null
}

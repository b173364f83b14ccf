import type { ModelRow } from '#lib/contracts/console/providers.ts'

/** The provider of a model and the ID there: without the provider's name, but embedded models have it in their own ID. */
export function toOwnDeployment({ id, owned_by: provider }: Pick<ModelRow, 'id' | 'owned_by'>): {
  provider: string
  upstream: string
} {
  const prefix = `${provider}/`
  const hasPrefix = provider !== 'local' && id.startsWith(prefix)
  return { provider, upstream: hasPrefix ? id.slice(prefix.length) : id }
}

import type { ProviderView } from '#lib/contracts/console/providers.ts'

interface UnavailableKeys {
  /** Names of keys that the provider rejects or whose balance is empty, such as `openai-a#2`. */
  readonly rejected: readonly string[]
  /** Keys that ENCRYPTION_KEY cannot decrypt, by name and hint. */
  readonly lost: readonly { readonly name: string; readonly hint: string }[]
  /** `2 of 3`; null: all of them can be used, or none. */
  readonly share: string | null
}

/** The keys of a provider that requests skip while others work. */
export function findUnavailableKeys({
  name,
  keys,
  saved_keys: saved,
  health,
}: Pick<ProviderView, 'name' | 'keys' | 'saved_keys' | 'health'>): UnavailableKeys {
  const rejected = health?.rejected_keys.map(key => key.name) ?? []
  const lost = saved.flatMap((key, index) =>
    key.lost ? [{ name: saved.length === 1 ? name : `${name}#${index + 1}`, hint: key.hint }] : [],
  )
  const count = rejected.length + lost.length
  return { rejected, lost, share: count > 0 && count < keys ? `${count} of ${keys}` : null }
}

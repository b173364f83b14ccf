import { findUnavailableKeys } from '#components/console-kit/model/unavailable-keys.ts'
import type { ProviderView } from '#lib/contracts/console/providers.ts'

export interface ProviderHealth {
  readonly name: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'off'
  readonly state: string
}

/** The state of a provider in one or two words; a provider without reports has not been needed yet. */
export function toProviderHealth(row: ProviderView): ProviderHealth {
  const { name, enabled, problem, health } = row
  if (!enabled) return { name, tone: 'off', state: 'Disabled' }
  if (problem !== null) return { name, tone: 'bad', state: 'Inactive' }
  if (health === null) return { name, tone: 'off', state: 'Unknown' }
  const { rejected, share } = findUnavailableKeys(row)
  if (share !== null) return { name, tone: 'bad', state: `${share} keys unavailable` }
  if (health.needs_operator || rejected.length > 0) return { name, tone: 'bad', state: 'API key rejected' }
  if (health.open_circuits.length > 0) return { name, tone: 'bad', state: 'Failing' }
  if (health.last_error !== null && !health.last_error.over)
    return { name, tone: 'warn', state: 'Last request failed' }
  return { name, tone: 'ok', state: 'No errors' }
}

/** One sentence about all of them; null without providers. */
export function describeHealth(providers: readonly ProviderHealth[]): string | null {
  const used = providers.filter(({ tone }) => tone !== 'off')
  if (used.length === 0) return null
  const failing = used.filter(({ tone }) => tone === 'bad')
  const warned = used.filter(({ tone }) => tone === 'warn').map(({ name }) => name)
  if (failing.length === 0 && warned.length > 0) return `The last request to ${warned.join(', ')} failed.`
  if (failing.length === 0) return 'No provider reports errors.'
  const names = failing.map(({ name }) => name).join(', ')
  return `${failing.length} of ${used.length} providers ${failing.length === 1 ? 'needs' : 'need'} attention: ${names}.`
}

import 'server-only'
import type { ProviderView } from '#lib/contracts/team/providers.ts'
import type { ProviderRow } from '#lib/store/provider-row.ts'
import { toKeyHint } from '#lib/store/provider-row.ts'
import type { GatewayState } from './gateway-state.ts'
import { settings } from './loaded-config.ts'

/** Everything that may be asked, in the order of asking: the configuration's first, then the console's. */
export function toProviderViews(rows: readonly ProviderRow[], state: GatewayState | null): ProviderView[] {
  const config = settings()
  const configured = config.providers.map(({ id, kind, server = null, baseUrl, apiKey, from }) =>
    fromConfig({ purpose: 'models', name: id, kind, server, baseUrl, apiKey, from }, state),
  )
  const search = config.search.configured.map(({ id, baseUrl, apiKey }) =>
    fromConfig(
      { purpose: 'search', name: id, kind: 'search', server: null, baseUrl, apiKey, from: 'environment' },
      state,
    ),
  )
  return [...configured, ...search, ...rows.map(row => fromRow(row, state))]
}

function fromConfig(
  entry: Pick<ProviderRow, 'purpose' | 'name' | 'kind' | 'server' | 'baseUrl'> & {
    apiKey: string | null
    from: ProviderView['from']
  },
  state: GatewayState | null,
): ProviderView {
  const { purpose, name, kind, server, baseUrl, apiKey, from } = entry
  return {
    id: null,
    purpose,
    name,
    kind,
    server,
    base_url: baseUrl,
    key_hint: apiKey === null ? null : toKeyHint(apiKey),
    from,
    enabled: true,
    problem: null,
    health: toHealth(state, purpose, name),
  }
}

/** One of the console's own, as the page shows it. */
export function fromRow(row: ProviderRow, state: GatewayState | null): ProviderView {
  const { id, purpose, name, kind, server, baseUrl, keyHint, enabled } = row
  const problems = state?.problems[purpose === 'models' ? 'providers' : 'search']
  return {
    id,
    purpose,
    name,
    kind,
    server,
    base_url: baseUrl,
    key_hint: keyHint,
    from: 'console',
    enabled,
    problem: enabled ? (problems?.[name] ?? null) : null,
    health: enabled ? toHealth(state, purpose, name) : null,
  }
}

function toHealth(
  state: GatewayState | null,
  purpose: ProviderView['purpose'],
  name: string,
): ProviderView['health'] {
  if (state === null) return null
  const known = state.providers.find(({ id }) => purpose === 'models' && id === name)
  const prefix = purpose === 'models' ? `${name}/` : `search ${name} `
  return {
    needs_operator: known?.needs_operator ?? false,
    last_error: known?.last_error ?? null,
    open_circuits: state.circuits
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, wait_ms: waitMs }) => ({ of: key.slice(prefix.length), wait_ms: waitMs })),
  }
}

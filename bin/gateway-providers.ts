import type { Config } from '#lib/config.ts'
import type { AttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import { listDeploymentStates } from '#lib/capabilities/routing/deployment-states.ts'
import { probeProvider } from '#lib/providers/registry/probe-provider.ts'
import { probeSearch } from '#lib/search-backends/probe-search.ts'
import { useStoredCatalog } from '#lib/prices/catalog.ts'
import type { Log } from '#lib/gateway/log.ts'
import { followPriceCatalog } from '#lib/gateway/price-catalog.ts'
import { ProviderHealth } from '#lib/gateway/metering/provider-health.ts'
import type { ProviderAdmin } from '#lib/gateway/routes/provider-routes.ts'
import { probeCircuits } from '#lib/gateway/probe-circuits.ts'
import { probeKeys } from '#lib/gateway/probe-keys.ts'
import { restoreReportedCosts } from '#lib/gateway/restore-reported-costs.ts'
import { watchProviderSetup } from '#lib/gateway/provider-setup.ts'
import { shareCircuits } from '#lib/gateway/share-circuits.ts'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import type { Store } from '#lib/store/core/store.ts'
import { findAddressProblem } from '#lib/web/fetch/address-problem.ts'
import { findTestedProvider } from './find-tested-provider.ts'
import type { createGatewayModels } from './gateway-models.ts'

type GatewayModels = Awaited<ReturnType<typeof createGatewayModels>>

/**
 * Prices of the stored catalog, and providers from the console once their keys can be decrypted; both are reloaded on
 * change.
 * @throws Error that says what ENCRYPTION_KEY is missing
 */
export async function openConsoleSetup(store: Store, config: Config, log: Log) {
  // Before the models: the configuration may name prices of the stored catalog.
  await followPriceCatalog({ store, apply: useStoredCatalog, log })
  const box = createSecretBox(readSecrets(config.dataDir, config).encryptionKey)
  let checked = ''
  const { defaults } = await store.modelSetup.read(await team())
  return { chosenEmbedder: defaults['embeddings'], follow }

  /** Counted on each call: a deleted provider frees its slot. */
  async function team(): Promise<string> {
    const { teamId } = await store.teams.openModeOwner()
    if (teamId !== checked) await store.providerKeys.check(teamId, box)
    checked = teamId
    return teamId
  }

  async function follow(models: GatewayModels, options: FollowOptions) {
    const { circuits, routing, reportedCosts, version } = options
    const health = new ProviderHealth(log)
    shareCircuits(store, circuits, log)
    await restoreReportedCosts(store, reportedCosts, log)
    const setup = await watchProviderSetup({
      store,
      team,
      box,
      apply(added) {
        const refused = models.apply(added)
        routing.cooldowns.keepOnly(models.registry.keys())
        const rejected = new Set(routing.cooldowns.list().map(({ name }) => name))
        health.keepOnly(name => rejected.has(name))
        return refused
      },
      addressProblem: url => findAddressProblem(url, { allow: config.allowPrivateProviders }),
      log,
    })
    const onFault = (error: unknown) => log.warn({ err: error }, 'search backend failed unexpectedly')
    const deps = { ...models.deps, version, contact: config.search.contact, onFault }
    const admin: ProviderAdmin = {
      health,
      providerIds: () => models.registry.providerIds(),
      problems: () => setup.problems,
      lostKeys: () => setup.lostKeys,
      circuits: () => circuits.open(),
      cooldowns: () => routing.cooldowns.list(),
      deployments: () =>
        listDeploymentStates(models.registry.deployed(), circuits.open(), routing.cooldowns.list()),
      models: () => models.registry.list({ all: true, off: true }),
      defaults: () => models.registry.defaults(),
      nextEmbedder: models.nextEmbedder,
      search: models.searchOrder,
      async test(question, signal) {
        const openOne = async (id: string) => store.providers.openOne(await team(), id, box)
        const { purpose, entry } = await findTestedProvider(question, { config, openOne })
        if (purpose !== 'models') return probeSearch(entry, deps, signal)
        const probe = await probeProvider(entry, deps, signal)
        // Of a draft, or with unsaved changes, it says nothing about the keys in use.
        if ('draft' in question || ('stored' in question && question.changes !== null)) return probe
        if (probe.ok) health.worked(entry.id, null)
        await keyProbes.checkNow(entry.id)
        return probe
      },
    }
    const stopProbing = probeCircuits({ circuits, probeOf: id => models.registry.probeOf(id), log })
    const { cooldowns } = routing
    const keyProbes = probeKeys({
      cooldowns,
      checkOf: name => models.registry.keyCheckOf(name),
      onAccepted: (providerId, keyName) => health.accepted(providerId, keyName),
      log,
    })
    return {
      admin,
      stop() {
        setup.stop()
        stopProbing()
        keyProbes.stop()
      },
    }
  }
}

type FollowOptions = Pick<AttemptPolicy, 'circuits' | 'routing' | 'reportedCosts'> & {
  readonly version: string
}

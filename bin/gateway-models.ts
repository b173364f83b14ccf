import { totalmem } from 'node:os'
import type { Config } from '#lib/config.ts'
import { createFetchImage } from '#lib/providers/transport/image-fetch.ts'
import { createReloadableRegistry } from '#lib/providers/registry/reloadable-registry.ts'
import { findRetired, findUnresolved } from '#lib/providers/registry/find-unresolved.ts'
import { toAddedBackends } from '#lib/search-backends/added-backends.ts'
import type { Upstream } from '#lib/providers/transport/upstream.ts'
import type { SafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import type { AddedSetup, SetupProblems } from '#lib/gateway/added-setup.ts'
import { requireGrammar } from '#lib/models/answer/require-grammar.ts'
import { defaultEmbedder } from '#lib/models/catalog-embeddings.ts'
import { crossEncoder } from '#lib/models/catalog.ts'
import { initialModels } from '#lib/models/default-models.ts'
import { embedderRevision } from '#lib/models/embedder-revision.ts'
import { storedState } from '#lib/models/list-models.ts'
import { tokenizerPath } from '#lib/models/tokenizer-path.ts'

/**
 * The models and search backends available to the gateway, and their defaults.
 * @param chosenEmbedder the console's choice before this start: the library keeps one embedder until the next
 * start
 */
export async function createGatewayModels(
  config: Config,
  request: Upstream['request'],
  safeFetch: SafeFetch,
  chosenEmbedder: string | undefined,
) {
  const { internal, modelsDir, search } = config
  const crossEncoderThere = (await storedState(modelsDir, crossEncoder)) !== 'not_downloaded'
  const embedder = config.defaults.embeddings ?? chosenEmbedder ?? defaultEmbedder.id
  const defaultsOf = (choices: Config['defaults']) => ({
    ...initialModels({ ...choices, totalMemoryBytes: totalmem(), crossEncoderThere }),
    // A new choice takes effect with the next start, which reindexes the library.
    embeddings: embedder,
  })
  const fetchImage = createFetchImage(safeFetch)
  const registry = createReloadableRegistry({
    providers: config.providers,
    models: config.models,
    aliases: config.aliases,
    request,
    fetchImage,
    local: internal?.modelsPort
      ? {
          baseUrl: `http://127.0.0.1:${internal.modelsPort}/v1`,
          token: internal.token,
          checkChat: requireGrammar,
        }
      : null,
    defaults: defaultsOf(config.defaults),
  })
  const configuredSearch = search.configured.map(({ id }) => id)
  let nextEmbedder = embedder
  let backends = toAddedBackends([], configuredSearch).backends

  return {
    registry,
    deps: { request, fetchImage },
    embedder: { model: embedder, revision: embedderRevision(embedder) },
    counting: { model: embedder, tokenizerPath: tokenizerPath(modelsDir, embedder) },
    nextEmbedder: () => nextEmbedder,
    addedBackends: () => backends,
    searchOrder: () => ({
      order: [...configuredSearch, ...(search.ordered ? [] : backends.map(({ id }) => id))],
      listed: search.ordered,
    }),

    apply(added: AddedSetup): SetupProblems {
      const chosen = { ...added.chosen, ...config.defaults }
      registry.replace({ ...added, defaults: registry.defaults() })
      const lost = new Map([...findUnresolved(registry, added.chosen), ...findRetired(registry, chosen)])
      const working = Object.fromEntries(Object.entries(chosen).filter(([job]) => !lost.has(job)))
      const refused = registry.replace({ ...added, defaults: defaultsOf(working) })
      const asked = toAddedBackends(added.search, configuredSearch)
      nextEmbedder = working['embeddings'] ?? defaultEmbedder.id
      // An unchanged list stays the same object, so the state of its backends is preserved.
      if (JSON.stringify(asked.backends) !== JSON.stringify(backends)) backends = asked.backends
      return { ...refused, search: asked.refused, defaults: lost }
    },
  }
}

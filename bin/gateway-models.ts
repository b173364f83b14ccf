import { totalmem } from 'node:os'
import type { Config } from '#lib/config.ts'
import { createFetchImage } from '#lib/engines/image-fetch.ts'
import { createRegistry, type Registry } from '#lib/engines/registry.ts'
import type { Upstream } from '#lib/engines/upstream.ts'
import type { SafeFetch } from '#lib/engines/web/safe-fetch.ts'
import { defaultEmbedder } from '#lib/models/catalogue-embeddings.ts'
import { crossEncoder } from '#lib/models/catalogue.ts'
import { defaultChatModel, usualModels } from '#lib/models/default-models.ts'
import { embedderRevision } from '#lib/models/embedder-revision.ts'
import { storedState } from '#lib/models/list-models.ts'
import { tokenizerPath } from '#lib/models/tokenizer-path.ts'

/** The models that the gateway may ask, and which of them it asks where nobody chose. */
export async function createGatewayModels(
  config: Config,
  request: Upstream['request'],
  safeFetch: SafeFetch,
) {
  const { internal, defaults, modelsDir } = config
  const registry: Registry = createRegistry({
    providers: config.providers,
    models: config.models,
    request,
    fetchImage: createFetchImage(safeFetch),
    local: internal?.modelsPort
      ? { baseUrl: `http://127.0.0.1:${internal.modelsPort}/v1`, token: internal.token }
      : null,
    defaults: usualModels({
      ...defaults,
      totalMemoryBytes: totalmem(),
      crossEncoderThere: (await storedState(modelsDir, crossEncoder)) !== 'not_downloaded',
    }),
  })
  const embedder = defaults.embeddings ?? defaultEmbedder.id
  return {
    registry,
    embedder: { model: embedder, revision: embedderRevision(embedder) },
    counting: { model: embedder, tokenizerPath: tokenizerPath(modelsDir, embedder) },
    usual: {
      chat: defaults.chat ?? null,
      embeddedChat: defaultChatModel(totalmem()),
      embeddings: embedder,
    },
  }
}

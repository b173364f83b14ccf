import { capabilities } from '#lib/contracts/api/capabilities.ts'
import type { CatalogModel } from './catalog-model.ts'

/** Input of a snippet. */
interface ExampleRequest {
  readonly contract: string
  readonly baseUrl: string
  readonly path: string
  readonly body: string
}

/** The smallest request that this model answers. */
export function toExampleRequest(
  { id: model, type }: Pick<CatalogModel, 'id' | 'type'>,
  baseUrl: string,
): ExampleRequest {
  const { contract, path, body } = examples[type ?? 'chat'](model)
  return { contract, baseUrl, path, body: JSON.stringify(body) }
}

interface Example {
  readonly contract: string
  readonly path: string
  readonly body: object
}

const examples: Readonly<Record<NonNullable<CatalogModel['type']>, (model: string) => Example>> = {
  chat: model => ({
    contract: 'chat',
    path: capabilities.chat.routes.chat,
    body: { model, messages: [{ role: 'user', content: 'Hello' }] },
  }),
  embeddings: model => ({
    contract: 'embeddings',
    path: capabilities.embeddings.routes.embeddings,
    body: { model, input: ['Hello'] },
  }),
  rerank: model => ({
    contract: 'rerank',
    path: capabilities.rerank.routes.rerank,
    body: { model, query: 'hello', documents: ['Good morning', 'Goodbye'] },
  }),
  speech: model => ({
    contract: 'transcription',
    path: capabilities.documents.routes.transcription,
    body: { model },
  }),
  web: id => {
    const [provider = '', ...model] = id.split('/')
    return {
      contract: 'search',
      path: capabilities.search.routes.search,
      body: {
        model: 'sextant-ai-search',
        params: { query: 'marine sextant', chatModel: { provider, model: model.join('/') } },
      },
    }
  },
}

import { createEmbed, type EmbedOptions } from '#lib/capabilities/embeddings/embed.ts'
import { createPdfLimits } from '#lib/capabilities/api-formats/document-text.ts'
import { createRerank, type RerankOptions } from '#lib/capabilities/rerank/rerank.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { rerankContract, rerankV2Contract } from '#lib/contracts/api/rerank.ts'
import { served, type Served } from '#lib/gateway/http/router.ts'
import { createChatRoute } from './chat-route.ts'
import { createMessagesRoutes } from './messages-routes.ts'
import { createResponsesRoutes, type ResponsesDeps } from './responses-routes.ts'

type ModelRoutesDeps = Omit<ResponsesDeps, 'reading' | 'fetching'> &
  EmbedOptions &
  Omit<RerankOptions, 'version'>

/** The operations that need nothing but models. */
export function createModelRoutes(deps: ModelRoutesDeps): readonly Served[] {
  const formats = { ...deps, ...createPdfLimits() }
  return [
    createChatRoute(formats),
    ...createMessagesRoutes(formats),
    ...createResponsesRoutes(formats),
    served(embeddingsContract, createEmbed(deps)),
    served(rerankContract, createRerank({ ...deps, version: '1' })),
    served(rerankV2Contract, createRerank({ ...deps, version: '2' })),
  ]
}

/** The capability of a request, as the navigation names it. */
export const requestCapabilities = [
  'chat',
  'embeddings',
  'rerank',
  'map',
  'scrape',
  'search',
  'documents',
  'library',
] as const

export type RequestCapability = (typeof requestCapabilities)[number]

/**
 * Log rows of a capability: of these operations, or of `/v1/web` with one of these models; null is a flat map.
 */
export interface CapabilityRows {
  readonly routes: readonly string[]
  readonly webModels: readonly (string | null)[]
}

/** The path that accepts both kinds of bodies; the model of a row says which one it was. */
export const webRoute = 'web'

export const rowsByCapability: Readonly<Record<RequestCapability, CapabilityRows>> = {
  chat: { routes: ['chat'], webModels: [] },
  embeddings: { routes: ['embeddings'], webModels: [] },
  rerank: { routes: ['rerank', 'rerank-v2'], webModels: [] },
  map: { routes: ['map', 'map-v2', 'web-map'], webModels: [null, 'map'] },
  scrape: { routes: ['scrape', 'scrape-flat', 'scrape-flat-v2'], webModels: ['scrape'] },
  search: { routes: ['search', 'web-search'], webModels: ['sextant-ai-search', 'search'] },
  documents: { routes: ['upload', 'transcription'], webModels: [] },
  library: {
    routes: [
      'library-list',
      'library-add',
      'library-item',
      'library-delete',
      'library-search',
      'library-status',
      'library-settings',
      'library-batch',
      'library-index',
    ],
    webModels: [],
  },
}

/** @returns null for an operation without a capability, such as one of a newer version */
export function toCapability({
  route,
  model,
}: {
  readonly route: string
  readonly model: string | null
}): RequestCapability | null {
  const isOf = ({ routes, webModels }: CapabilityRows) =>
    route === webRoute ? webModels.includes(model) : routes.includes(route)
  return requestCapabilities.find(capability => isOf(rowsByCapability[capability])) ?? null
}

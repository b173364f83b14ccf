/** One entry of `capabilities`. */
interface Capability {
  /** Name in the navigation, the request log and messages. */
  readonly label: string
  /** Page of the console. */
  readonly path: `/${string}`
  /** Scope that a key needs. */
  readonly scope: string
  /** Contract of its playground; null: its page is no playground. */
  readonly contract: string | null
  /** Kind of the models that its playground offers; null: its requests name none. */
  readonly modelKind: 'chat' | 'embeddings' | 'rerank' | null
  /** API path of each operation, by the operation's name in the request log. */
  readonly routes: Readonly<Record<string, string>>
  /** Values of `model` that select it in a request to `/v1/web`; null: no `model`. */
  readonly webModels: readonly (string | null)[]
  /** Handoffs that its playground opens, and its position in the “Send to” menu; null: none. */
  readonly accepts: { readonly position: number; readonly kinds: readonly string[] } | null
}

/**
 * Everything Sextant does, in the order of the navigation. Key scopes, usage, the request log, share links and the
 * console's pages derive from it. Imports nothing, so that pages can load it without the validator.
 */
export const capabilities = {
  chat: {
    label: 'Chat',
    path: '/chat',
    scope: 'chat',
    contract: 'chat',
    modelKind: 'chat',
    routes: {
      chat: '/v1/chat/completions',
      messages: '/v1/messages',
      'count-tokens': '/v1/messages/count_tokens',
      responses: '/v1/responses',
      'input-tokens': '/v1/responses/input_tokens',
      response: '/v1/responses/{id}',
      'response-delete': '/v1/responses/{id}',
      'response-input-items': '/v1/responses/{id}/input_items',
      'response-cancel': '/v1/responses/{id}/cancel',
    },
    webModels: [],
    accepts: {
      position: 3,
      kinds: ['texts', 'documents', 'pages', 'files', 'chunks', 'pictures', 'conversation'],
    },
  },
  embeddings: {
    label: 'Embeddings',
    path: '/embeddings',
    scope: 'embeddings',
    contract: 'embeddings',
    modelKind: 'embeddings',
    routes: { embeddings: '/v1/embeddings' },
    webModels: [],
    accepts: {
      position: 1,
      kinds: ['texts', 'documents', 'answer', 'pages', 'files', 'chunks', 'sources'],
    },
  },
  rerank: {
    label: 'Rerank',
    path: '/rerank',
    scope: 'rerank',
    contract: 'rerank',
    modelKind: 'rerank',
    routes: { rerank: '/v1/rerank', 'rerank-v2': '/v2/rerank', 'mcp-rerank': '/mcp' },
    webModels: [],
    accepts: {
      position: 2,
      kinds: ['texts', 'documents', 'links', 'pages', 'files', 'chunks', 'sources'],
    },
  },
  map: {
    label: 'Map',
    path: '/map',
    scope: 'web',
    contract: 'map',
    modelKind: null,
    routes: { map: '/v1/map', 'map-v2': '/v2/map', 'web-map': '/v1/web', 'mcp-map': '/mcp' },
    webModels: [null, 'map'],
    accepts: null,
  },
  scrape: {
    label: 'Scrape',
    path: '/scrape',
    scope: 'web',
    contract: 'scrape',
    modelKind: null,
    routes: {
      scrape: '/v1/web',
      'scrape-flat': '/v1/scrape',
      'scrape-flat-v2': '/v2/scrape',
      'mcp-scrape': '/mcp',
    },
    webModels: ['scrape'],
    accepts: { position: 4, kinds: ['links', 'sources'] },
  },
  search: {
    label: 'Search',
    path: '/search',
    scope: 'web',
    contract: 'search',
    modelKind: null,
    routes: {
      search: '/v1/web',
      'web-search': '/v1/web',
      'mcp-search-web': '/mcp',
      'mcp-ai-search': '/mcp',
    },
    webModels: ['sextant-ai-search', 'search'],
    accepts: { position: 5, kinds: ['answer', 'links'] },
  },
  documents: {
    label: 'Documents',
    path: '/documents',
    scope: 'documents',
    contract: 'upload',
    modelKind: null,
    routes: {
      upload: '/upload',
      transcription: '/v1/audio/transcriptions',
      'mcp-parse-document': '/mcp',
    },
    webModels: [],
    accepts: null,
  },
  library: {
    label: 'Library',
    path: '/library',
    scope: 'library',
    contract: null,
    modelKind: null,
    routes: {
      'library-list': '/v1/library',
      'library-add': '/v1/library',
      'library-item': '/v1/library/{id}',
      'library-delete': '/v1/library/{id}',
      'library-search': '/v1/library/search',
      'library-status': '/v1/library/status',
      'library-settings': '/v1/library/settings',
      'library-batch': '/v1/library/batch',
      'library-index': '/v1/library',
      'mcp-library-search': '/mcp',
      'mcp-library-add': '/mcp',
      'mcp-read-resource': '/mcp',
    },
    webModels: [],
    accepts: null,
  },
} as const satisfies Readonly<Record<string, Capability>>

export type CapabilityId = keyof typeof capabilities

type CapabilityEntry = (typeof capabilities)[CapabilityId]

/** Id of a contract that has a playground. */
export type PlaygroundContract = Exclude<CapabilityEntry['contract'], null>

/** A capability with a playground. */
export type Playground = Extract<CapabilityEntry, { readonly contract: string }>

/** Id of a contract whose playground opens handoffs. */
export type HandoffContract = Extract<Playground, { readonly accepts: object }>['contract']

export const capabilityIds = Object.keys(capabilities) as readonly CapabilityId[]

export const playgrounds: readonly Playground[] = Object.values(capabilities).filter(
  capability => capability.contract !== null,
)

/** The path that accepts several kinds of bodies; the model of a row says which one it was. */
export const webRoute = 'web'

/** @returns null for an operation without a capability, such as one of a newer version */
export function toCapability({
  route,
  model,
}: {
  readonly route: string
  readonly model: string | null
}): CapabilityId | null {
  return capabilityIds.find(id => isOf(capabilities[id], route, model)) ?? null
}

function isOf({ routes, webModels }: Capability, route: string, model: string | null): boolean {
  return route === webRoute ? webModels.includes(model) : Object.hasOwn(routes, route)
}

import type { RequestTable } from './schema.ts'

const byRoute: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'chat',
  '/v1/embeddings': 'embeddings',
  '/v1/rerank': 'rerank',
  '/v2/rerank': 'rerank',
  '/v1/map': 'map',
  '/v2/map': 'map',
  '/v1/scrape': 'scrape',
  '/v2/scrape': 'scrape',
  '/upload': 'documents',
  '/v1/audio/transcriptions': 'documents',
}

// One address takes several operations, told apart by the model that the body names.
const byWebModel: Readonly<Record<string, string>> = {
  scrape: 'scrape',
  map: 'map',
  search: 'search',
  'sextant-ai-search': 'search',
}

/** What a call asked for, of a fixed few: names of the client's own making are `other`. */
export function toUsageCapability({ route, model }: Pick<RequestTable, 'route' | 'model'>): string {
  if (route === '/v1/web') return (model !== null && byWebModel[model]) || 'other'
  if (route.startsWith('/v1/library')) return 'library'
  return byRoute[route] ?? 'other'
}

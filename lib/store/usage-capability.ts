import type { RequestTable } from './schema.ts'

const byRoute: Readonly<Record<string, string>> = {
  chat: 'chat',
  embeddings: 'embeddings',
  rerank: 'rerank',
  'rerank-v2': 'rerank',
  map: 'map',
  'map-v2': 'map',
  'web-map': 'map',
  scrape: 'scrape',
  'scrape-flat': 'scrape',
  'scrape-flat-v2': 'scrape',
  search: 'search',
  'web-search': 'search',
  upload: 'documents',
  transcription: 'documents',
}

// One route takes several operations, told apart by the model that the body names; a flat map names none.
const byWebModel: Readonly<Record<string, string>> = {
  '': 'map',
  map: 'map',
  scrape: 'scrape',
  search: 'search',
  'sextant-ai-search': 'search',
}

/** What a call asked for, of a fixed few: names of the client's own making are `other`. */
export function toUsageCapability({ route, model }: Pick<RequestTable, 'route' | 'model'>): string {
  if (route === 'web') return byWebModel[model ?? ''] ?? 'other'
  if (route.startsWith('library-')) return 'library'
  return byRoute[route] ?? 'other'
}

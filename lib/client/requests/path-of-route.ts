const paths: Readonly<Record<string, string>> = {
  chat: '/v1/chat/completions',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
  'rerank-v2': '/v2/rerank',
  web: '/v1/web',
  map: '/v1/map',
  'map-v2': '/v2/map',
  'scrape-flat': '/v1/scrape',
  'scrape-flat-v2': '/v2/scrape',
  upload: '/upload',
  transcription: '/v1/audio/transcriptions',
  'library-list': '/v1/library',
  'library-add': '/v1/library',
  'library-search': '/v1/library/search',
}

/** Where an operation is found; its name, where it has no path of its own. */
export function pathOfRoute(route: string): string {
  return paths[route] ?? `/v1/${route}`
}

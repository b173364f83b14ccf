import type { Draft } from '#components/playground/form/model/draft.ts'

/** A request for each playground that needs no file, by page. */
export function draftsFor(site: string): Readonly<Record<string, Draft>> {
  return {
    chat: {
      contract: 'chat',
      body: {
        model: 'scripted/echo',
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Say something about the sea.' },
        ],
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0.5,
      },
    },
    embeddings: {
      contract: 'embeddings',
      body: {
        model: 'vectors',
        input: [
          'The moon moves the tides.',
          'The tides follow the moon.',
          'Boats float.',
          'A berth costs two euros.',
        ],
      },
    },
    rerank: {
      contract: 'rerank',
      body: {
        model: 'ranker',
        query: 'moon and tides',
        documents: ['The moon moves the tides.', 'Boats float.', 'The moon is far away.'],
        top_n: 2,
      },
    },
    map: { contract: 'map', body: { url: site, limit: 12, details: true, stream: true } },
    scrape: {
      contract: 'scrape',
      body: { model: 'scrape', params: { url: `${site}/docs/tides`, formats: ['markdown', 'links'] } },
    },
    search: {
      contract: 'search',
      body: {
        model: 'sextant-ai-search',
        params: {
          query: 'How do the moon and the tides belong together?',
          optimizationMode: 'speed',
          chatModel: { provider: 'local', model: 'extractive' },
        },
        stream: true,
        details: true,
      },
    },
  }
}

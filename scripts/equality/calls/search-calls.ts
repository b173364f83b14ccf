import type { Script } from '#e2e/support/script.ts'
import type { CallGroup } from './call-group.ts'

const path = '/v1/web'
const model = 'sextant-ai-search'
const query = 'How do the moon and the tides belong together?'
const chatModel = { provider: 'scripted', model: 'writer' }
const extractive = { provider: 'local', model: 'extractive' }
const writer: Script = { kind: 'answer', text: 'The moon moves the tides [1]. Boats float [2][9].' }
const answered: readonly Script[] = [
  { kind: 'answer', text: '<think>Hm.</think><question>moon tides</question>' },
  { kind: 'answer', text: 'The moon moves the tides [1, 2]. Nobody knows why [7].' },
  { kind: 'answer', text: '1. What is a neap tide?\n- When is high water?\n' },
]

/** Additions to the minimal `params`; each is sent with and without streaming. */
const searches: Readonly<Record<string, object>> = {
  'speed with a model': { optimizationMode: 'speed', chatModel },
  'balanced with a model': { optimizationMode: 'balanced', chatModel },
  'balanced with an embedder of its own': { chatModel, embeddingModel: { model: 'scripted/vectors-4' } },
  extractive: { optimizationMode: 'speed', chatModel: extractive },
  'without the library': { optimizationMode: 'speed', chatModel: extractive, library: false },
  'in a language': { optimizationMode: 'speed', chatModel: extractive, language: 'de' },
  'after other turns': {
    optimizationMode: 'speed',
    chatModel,
    history: [
      ['human', 'Hello'],
      ['ai', 'Hi'],
    ],
  },
  'research papers': { optimizationMode: 'speed', chatModel: extractive, focusMode: 'academicSearch' },
  videos: { optimizationMode: 'speed', chatModel: extractive, focusMode: 'youtubeSearch' },
  discussions: { optimizationMode: 'speed', chatModel: extractive, focusMode: 'redditSearch' },
  'a calculation': { query: 'sqrt(2) * 1852', chatModel: extractive, focusMode: 'wolframAlphaSearch' },
  'writing alone': { chatModel, focusMode: 'writingAssistant' },
  'nothing to find': { query: 'zzzz qqqq', optimizationMode: 'speed', chatModel: extractive },
}

const mistakes: Readonly<Record<string, object>> = {
  'no query': {},
  'an empty query': { query: ' ' },
  'an unknown mode': { query, focusMode: 'dreaming' },
  'a model without a name': { query, chatModel: { provider: 'x' } },
  'an unknown model': { query, chatModel: { model: 'nobody' } },
  'a model for something else': { query, chatModel: { model: 'ranker' } },
  'a language that is none': { query, language: 'german' },
  'a turn of nobody': { query, history: [['robot', 'x']] },
}

export const searchCalls: CallGroup = {
  name: 'searches',
  environment: ({ searcher }) => ({ SEARXNG_URL: searcher, SEARCH_BACKENDS: 'searxng' }),
  async run({ record, site }) {
    for (const [name, fields] of Object.entries(searches)) {
      const json = { model, params: { query, ...fields } }
      const scripts = { writer }
      await record(`${name}, plain`, { path, json, scripts })
      await record(`${name}, streamed with details`, {
        path,
        json: { ...json, stream: true, details: true },
        scripts,
      })
    }
    const params = { query, optimizationMode: 'speed', chatModel }
    await record('rewritten, answered and followed by suggestions', {
      path,
      json: { model, params, details: true },
      next: answered,
    })
    const { body } = await record('pictures beside the answer', {
      path,
      json: { model, params },
      scripts: { writer },
    })
    const picture = /\/v1\/thumbnails\/[\w-]+/.exec(body.toString())?.[0] ?? '/v1/thumbnails/none'
    await record('a picture of a result', { path: picture, token: null })
    await record('a link in the question', {
      path,
      json: { model, params: { ...params, query: `What does ${site.origin}/docs/boats say?` } },
      scripts: { writer },
    })
    await record('a model that refuses', {
      path,
      json: { model, params: { ...params, chatModel: { model: 'scripted/error-400' } } },
    })
    for (const [name, wrong] of Object.entries(mistakes)) {
      await record(name, { path, json: { model, params: wrong } })
    }
    await record('results alone', { path, json: { model: 'search', params: { query, limit: 3 } } })
    for (const focusMode of ['academicSearch', 'youtubeSearch', 'redditSearch', 'writingAssistant']) {
      await record(`results alone, ${focusMode}`, {
        path,
        json: { model: 'search', params: { query, focusMode, limit: 3 } },
      })
    }
    await record('results of the library alone', {
      path,
      json: { model: 'search', params: { query, library: ['none'] } },
    })
    await record('too many results', { path, json: { model: 'search', params: { query, limit: 51 } } })
  },
}

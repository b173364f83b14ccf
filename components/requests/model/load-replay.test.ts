import { expect, test } from 'vitest'
import { toPlaygroundDraft } from './load-replay.ts'

const url = 'https://example.org'

test.each([
  ['chat', 'a', { model: 'a', messages: [] }, { model: 'a', messages: [] }],
  ['web', null, { url, limit: 3 }, { url, limit: 3 }],
  ['web', 'map', { model: 'map', params: { url } }, { url }],
  ['map-v2', null, { url, sitemap: 'only' }, { url, sitemapOnly: true }],
  ['map-v2', null, { url, sitemap: 'skip' }, { url, ignoreSitemap: true }],
  ['web', 'scrape', { model: 'scrape', params: { url } }, { model: 'scrape', params: { url } }],
  ['scrape-flat', null, { url }, { model: 'scrape', params: { url } }],
  [
    'scrape-flat-v2',
    null,
    { url, formats: ['text', { type: 'links' }] },
    { model: 'scrape', params: { url, formats: ['text', 'links'] } },
  ],
  ['rerank-v2', 'a', { query: 'q' }, { query: 'q', return_documents: false }],
  [
    'web',
    'search',
    { model: 'search', params: { query: 'q', limit: 5 } },
    { model: 'sextant-ai-search', params: { query: 'q' } },
  ],
  [
    'upload',
    null,
    { extract_mode: 'pages', file: { name: 'a.pdf', size: 3 } },
    { extract_mode: 'pages', file: { name: 'a.pdf', size: 3 } },
  ],
  ['transcription', null, { model: 'whisper-1', file: { name: 'a.wav' } }, { file: { name: 'a.wav' } }],
])('a body of %s (%s) converts to its playground’s format', (route, model, sent, body) => {
  expect(toPlaygroundDraft({ route, model }, JSON.stringify(sent))?.draft).toEqual({ body })
})

test('an image that was not logged is dropped with a note', () => {
  const text = { type: 'text', text: 'What is it?' }
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,[9000 bytes not kept]' } }
  const sent = { model: 'a', messages: [{ role: 'user', content: [text, image] }] }

  expect(toPlaygroundDraft({ route: 'chat', model: 'a' }, JSON.stringify(sent))).toEqual({
    draft: { body: { model: 'a', messages: [{ role: 'user', content: [text] }] } },
    note: 'Not logged: 1 image or file. Attach it again.',
  })
})

test('a body that is not a JSON object cannot be replayed', () => {
  expect(toPlaygroundDraft({ route: 'chat', model: null }, '{"model": ')).toBeNull()
  expect(toPlaygroundDraft({ route: 'chat', model: null }, '[]')).toBeNull()
})

test('a request of the Messages API opens in its format, and what was not logged is noted', () => {
  const source = { type: 'base64', media_type: 'image/png', data: '[9000 bytes not kept]' }
  const content = [
    { type: 'text', text: 'What is it?' },
    { type: 'image', source },
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'AA' },
      title: 'Plan',
    },
  ]
  const sent = { model: 'a', max_tokens: 9, messages: [{ role: 'user', content }] }

  expect(toPlaygroundDraft({ route: 'messages', model: 'a' }, JSON.stringify(sent))).toEqual({
    draft: {
      body: { model: 'a', max_tokens: 9, messages: [{ role: 'user', content: 'What is it?' }] },
      apiFormats: ['messages'],
    },
    note: 'Not logged: 1 image or file. Attach it again. Left out, because a chat cannot show it: document “Plan”.',
  })
})

test.each(['responses', 'input-tokens'])(
  'a request of %s becomes a chat that is sent to the Responses API',
  route => {
    const sent = {
      model: 'a',
      instructions: 'Be brief.',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      tools: [{ type: 'web_search' }],
    }

    expect(toPlaygroundDraft({ route, model: 'a' }, JSON.stringify(sent))).toEqual({
      draft: {
        body: {
          model: 'a',
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Hi' },
          ],
        },
        apiFormats: ['responses'],
      },
      note: 'Left out, because a chat cannot show it: tools.0 (web_search).',
    })
  },
)

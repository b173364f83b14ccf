import { assert, describe, expect, test } from 'vitest'
import { nameAnsweringModel, toPlaygroundDraft } from './load-replay.ts'

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

describe('a request that the default model of its key answered', () => {
  const detail = { route: 'chat', model: 'x', answered_by: 'scripted/echo', attempt_list: null }
  const attempt = { provider: 'a', start_ms: 0, ms: 1, error: null }
  const known = ['scripted/echo', 'scripted/other']

  const bodies = {
    chat: { model: 'x', messages: [{ role: 'user', content: 'Hi' }] },
    messages: { model: 'x', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
    responses: { model: 'x', input: 'Hi' },
  }
  test.each(Object.entries(bodies))('by %s opens with that model and says so', (route, sent) => {
    const opened = toPlaygroundDraft({ route, model: 'x' }, JSON.stringify(sent))
    assert(opened !== null)

    const named = nameAnsweringModel(opened, { ...detail, route }, known)

    expect(named.draft).toEqual({ ...opened.draft, body: { ...opened.draft.body, model: 'scripted/echo' } })
    expect(named.note).toBe(
      'The model x does not exist. The default model of its key is used: scripted/echo.',
    )
  })

  const opened = { draft: { body: { model: 'x' } }, note: 'Left out: a.' }

  test('with a fallback after it opens with the default model', () => {
    const attempts = [
      { ...attempt, model: 'scripted/echo', error: { code: 'upstream_error', message: '' } },
      { ...attempt, model: 'scripted/other' },
    ]

    const named = nameAnsweringModel(
      opened,
      { ...detail, answered_by: 'scripted/other', attempt_list: attempts },
      known,
    )

    expect(named.draft.body).toEqual({ model: 'scripted/echo' })
    expect(named.note).toMatch(/^Left out: a\. The model x does not exist\./)
  })

  test.each([
    ['its model is known', detail, [...known, 'x']],
    [
      'its model was tried without being listed',
      { ...detail, attempt_list: [{ ...attempt, model: 'x' }] },
      known,
    ],
    ['no model answered', { ...detail, answered_by: null }, known],
    ['its own model answered', { ...detail, answered_by: 'x' }, known],
    ['it is no chat', { ...detail, route: 'web', model: 'search' }, known],
  ])('keeps its model if %s', (_, row, ids) => {
    expect(nameAnsweringModel(opened, row, ids)).toEqual(opened)
  })
})

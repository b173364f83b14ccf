import { expect, test } from 'vitest'
import { chunkOf, runOf, sourceOf } from './__fixtures__/search-runs.ts'
import { createSearchReader } from './search-reader.ts'

const step = { name: 'search', ms: 12 }
const events = [
  chunkOf({ details: { steps: [step], query: 'tides', deadline_ms: 120_000 } }),
  chunkOf({ details: { backends: [{ backend: 'mediawiki', hits: 2, keyless: true }] } }),
  chunkOf({ role: 'assistant', sources: [sourceOf('The moon.')] }),
  chunkOf({ content: 'The moon ' }),
  chunkOf({ content: 'does it [1].' }),
  chunkOf({ details: { steps: [{ name: 'answer', ms: 900, tokens: 40 }] } }),
  chunkOf({ images: [], videos: [], suggestions: ['And the sun?'] }, 'stop'),
  { object: 'search.completion.chunk', choices: [], usage: { total_tokens: 9 } },
  '[DONE]',
]

test('a stream is parsed as it grows: steps are added, text is joined, lists are replaced', () => {
  const reader = createSearchReader()
  reader.read(runOf({}, events.slice(0, 4)))

  const found = reader.read(runOf({}, events))

  expect(found).toMatchObject({
    content: 'The moon does it [1].',
    sources: [sourceOf('The moon.')],
    steps: [step, { name: 'answer', ms: 900, tokens: 40 }],
    backends: [{ backend: 'mediawiki', hits: 2, keyless: true }],
    suggestions: ['And the sun?'],
    query: 'tides',
    deadlineMs: 120_000,
    finish: 'stop',
  })
})

test('a plain response is parsed like a stream', () => {
  const message = {
    role: 'assistant',
    content: 'The moon [1].',
    sources: [sourceOf('The moon.')],
    images: [],
    videos: [],
    suggestions: [],
    details: { steps: [step], query: 'tides', sources: [{ backend: 'library', rank: 1 }] },
  }
  const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })

  const found = createSearchReader().read({ events: [], response: { status: 200, headers: {}, body } })

  expect(found).toMatchObject({
    content: 'The moon [1].',
    steps: [step],
    origins: [{ backend: 'library', rank: 1 }],
  })
})

test('an image keeps our proxied URL next to its own', () => {
  const image = { url: 'https://a.test/', img_src: 'https://a.test/x.png', title: 'X' }
  const sealed = { ...image, thumbnail: '/v1/thumbnails/abc' }
  const video = { ...sealed, iframe_src: 'https://player.vimeo.com/video/1' }

  const found = createSearchReader().read(runOf({}, [chunkOf({ images: [sealed, image], videos: [video] })]))

  expect(found.images).toEqual([sealed, image])
  expect(found.videos).toEqual([video])
})

test('invalid data from another server breaks nothing, and no source changes its number', () => {
  const odd = [
    chunkOf({ sources: [null, { metadata: { url: 'javascript:alert(1)', title: 'x' } }, sourceOf('Here.')] }),
    chunkOf({
      images: [{ url: 'ftp://a.test', img_src: 'x' }, 7],
      videos: 'none',
      suggestions: [1, '', 'Yes?'],
    }),
    chunkOf({ details: { steps: [{ ms: 3 }, 'x'], backends: [{}], deadline_ms: 'soon' } }),
    'not json',
    { choices: 'none' },
  ]

  const found = createSearchReader().read(runOf({}, odd))

  expect(found.sources?.map(({ metadata }) => metadata.url)).toEqual(['', '', 'https://a.test/page'])
  expect(found).toMatchObject({ images: [], videos: [], suggestions: ['Yes?'], steps: [], backends: [] })
  expect(found.deadlineMs).toBeNull()
})

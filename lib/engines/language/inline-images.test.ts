import { expect, test } from 'vitest'
import type { ChatRequest } from '#lib/contracts/chat.ts'
import { createTestUpstream, plainJson, readFixture } from '#lib/engines/test-upstream.ts'
import { inlineImages } from './inline-images.ts'
import { createTestModel, testAttempt, testRequest } from './test-model.ts'

const image = (url: string) => ({ type: 'image_url' as const, image_url: { url, detail: 'low' as const } })
const { signal } = new AbortController()

test('only images at addresses are fetched, each with its place in the request', async () => {
  const asked: string[] = []
  const messages: ChatRequest['messages'] = [
    { role: 'system', content: 'x' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        image('https://a.example/1.png'),
        image('data:image/png;base64,AA'),
      ],
    },
  ]

  const request = await inlineImages(
    { model: 'm', messages },
    async (url, { param }) => {
      asked.push(`${param} ${url}`)
      return 'data:image/png;base64,BB'
    },
    signal,
  )

  expect(asked).toEqual(['messages.1.content.1.image_url.url https://a.example/1.png'])
  expect(request.messages[1]?.content).toEqual([
    { type: 'text', text: 'a' },
    image('data:image/png;base64,BB'),
    image('data:image/png;base64,AA'),
  ])
})

test('a request without such images is the same object', async () => {
  const request = {
    model: 'm',
    messages: [{ role: 'user' as const, content: [image('data:image/png;base64,AA')] }],
  }

  expect(await inlineImages(request, () => Promise.reject(new Error('not asked')), signal)).toBe(request)
})

test('a server that takes only base64 gets the image itself; others get its address', async () => {
  const request: ChatRequest = {
    ...testRequest,
    messages: [{ role: 'user', content: [image('https://a.example/1.png')] }],
  }
  const fetchImage = () => Promise.resolve('data:image/png;base64,BB')
  const sentTo = async (server: 'ollama' | 'openai') => {
    const upstream = createTestUpstream({
      headers: plainJson,
      parts: [readFixture('language', 'openai-logprobs.json')],
    })
    await createTestModel(upstream, server, { fetchImage }).generate(request, testAttempt)
    return upstream.sent[0]?.body
  }

  expect(await sentTo('ollama')).toContain('data:image/png;base64,BB')
  expect(await sentTo('openai')).toContain('https://a.example/1.png')
})

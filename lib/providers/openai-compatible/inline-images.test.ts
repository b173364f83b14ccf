import { expect, test } from 'vitest'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { createTestUpstream, plainJson, readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { inlineImages, withInlineImages } from './inline-images.ts'
import { collect, createTestModel, testAttempt, testRequest } from './__fixtures__/test-model.ts'

const image = (url: string) => ({ type: 'image_url' as const, image_url: { url, detail: 'low' as const } })
const { signal } = new AbortController()

test('only images at URLs are fetched, each with its path in the request', async () => {
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

  expect(await inlineImages(request, () => Promise.reject(new Error('not called')), signal)).toBe(request)
})

test('no other content part can name a URL that the server would fetch', async () => {
  const sneaking = { type: 'text', text: 'a', uuid: '1', image_url: { url: 'http://10.0.0.1/' } } as const
  const messages: ChatRequest['messages'] = [
    { role: 'system', content: [sneaking] },
    { role: 'user', content: [sneaking, { ...image('data:image/png;base64,AA'), uuid: '1' }] },
    { role: 'assistant', content: [sneaking, image('https://a.example/1.png')] },
    { role: 'tool', tool_call_id: 'call_1', content: [sneaking] },
  ]

  const request = await inlineImages(
    { model: 'm', messages },
    () => Promise.resolve('data:image/png;base64,BB'),
    signal,
  )

  const text = { type: 'text', text: 'a' }
  expect(request.messages.map(({ content }) => content)).toEqual([
    [text],
    [text, image('data:image/png;base64,AA')],
    [text, image('data:image/png;base64,BB')],
    [text],
  ])
})

test.each([
  { type: 'video_url', video_url: { url: 'http://10.0.0.1/' } },
  { type: 'image_url', image_url: 'http://10.0.0.1/' },
  { type: 'image_url', image_url: { url: 'file:///etc/passwd' } },
])('a content part of an answer that is no text and no image is rejected: %j', async part => {
  const request: ChatRequest = { model: 'm', messages: [{ role: 'assistant', content: [part] }] }

  await expect(
    inlineImages(request, () => Promise.reject(new Error('not called')), signal),
  ).rejects.toMatchObject({ code: 'invalid_value', param: 'messages.0.content.0' })
})

const asking = (urls: readonly string[]): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: urls.map(image) }],
})

test('an inline image is not fetched, however its scheme is written', async () => {
  const request = asking(['DATA:image/png;base64,AA'])

  expect(await inlineImages(request, () => Promise.reject(new Error('not called')), signal)).toBe(request)
})

test('images are fetched four at a time, each URL once', async () => {
  const urls = Array.from({ length: 30 }, (_, at) => `https://a.example/${at}.png`)
  const asked: string[] = []
  let open = 0
  let openMax = 0
  const request = await inlineImages(
    asking([...urls, ...urls]),
    async url => {
      asked.push(url)
      openMax = Math.max(openMax, ++open)
      await new Promise(resolve => setTimeout(resolve, 1))
      open--
      return `data:image/png;base64,${url}`
    },
    signal,
  )

  expect(asked.toSorted()).toEqual(urls.toSorted())
  expect(openMax).toBe(4)
  expect(request.messages[0]?.content).toHaveLength(60)
  expect(request.messages[0]?.content?.[59]).toEqual(image('data:image/png;base64,https://a.example/29.png'))
})

test('a request with too many images fetches none; one failure cancels the others', async () => {
  const urls = Array.from({ length: 101 }, (_, at) => `https://a.example/${at}.png`)
  const unasked = inlineImages(asking(urls), () => Promise.reject(new Error('asked')), signal)
  await expect(unasked).rejects.toMatchObject({
    code: 'invalid_value',
    param: 'messages.0.content.100.image_url.url',
  })

  const signals: AbortSignal[] = []
  const failing = inlineImages(
    asking(urls.slice(0, 50)),
    async (url, options) => {
      signals.push(options.signal)
      if (url === urls[0]) throw new Error('gone')
      await new Promise(resolve => options.signal.addEventListener('abort', resolve))
      return ''
    },
    signal,
  )
  await expect(failing).rejects.toThrow('gone')
  expect(signals).toHaveLength(4)
  expect(signals.every(each => each.aborted)).toBe(true)
})

test('images over 75 MB in total are rejected', async () => {
  const large = `data:image/png;base64,${'A'.repeat(26 * 1024 * 1024)}`
  const urls = Array.from({ length: 8 }, (_, at) => `https://a.example/${at}.png`)

  await expect(inlineImages(asking(urls), () => Promise.resolve(large), signal)).rejects.toMatchObject({
    code: 'invalid_value',
  })
})

test('streams and whole answers are both asked for with the image itself', async () => {
  const request: ChatRequest = {
    ...testRequest,
    messages: [{ role: 'user', content: [image('https://a.example/1.png')] }],
  }
  const reply = { headers: plainJson, parts: [readFixture('openai', 'chat-logprobs.json')] }
  const upstream = createTestUpstream(reply, reply)
  const model = withInlineImages(createTestModel(upstream), () => Promise.resolve('data:image/png;base64,BB'))

  await model.generate(request, testAttempt)
  const { error } = await collect(model.stream(request, testAttempt))

  expect(error).toBeNull()
  expect(upstream.sent.map(({ body }) => String(body).includes('data:image/png;base64,BB'))).toEqual([
    true,
    true,
  ])
})

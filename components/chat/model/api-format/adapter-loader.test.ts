import { expect, test, vi } from 'vitest'
import { createAdapterLoader, loadAdapter } from './adapter-loader.ts'
import { allFormats } from './api-formats.ts'
import { chatAdapter } from './chat-adapter.ts'
import type { FormatAdapter } from './format-adapter.ts'

const chat = () => Promise.resolve(chatAdapter)

test('chat completions are there from the start, and every other format loads', async () => {
  const loader = createAdapterLoader()

  expect(loader.read('chat').status).toBe('ready')
  expect(loader.read('messages').status).toBe('loading')
  for (const format of allFormats) expect((await loader.load(format)).status).toBe('ready')
  expect(loader.read('messages').status).toBe('ready')
})

test('a format loads once, however often it is needed', async () => {
  const messages = vi.fn<() => Promise<FormatAdapter>>(chat)
  const loader = createAdapterLoader({ ...sources, messages })

  await Promise.all([loader.load('messages'), loader.load('messages')])
  await loader.load('messages')

  expect(messages).toHaveBeenCalledOnce()
})

test('a failed load says what to do, and the next one tries again', async () => {
  const messages = vi.fn<() => Promise<FormatAdapter>>(chat).mockRejectedValueOnce(new Error('404'))
  const loader = createAdapterLoader({ ...sources, messages })
  const listener = vi.fn<() => void>()
  loader.subscribe(listener)

  await expect(loadAdapter(loader, 'messages')).rejects.toThrow(
    /^The Messages format could not be loaded\. Check your connection and try again/,
  )
  expect(loader.read('messages').status).toBe('failed')
  expect(listener).toHaveBeenCalled()
  await expect(loadAdapter(loader, 'messages')).resolves.toBe(chatAdapter)
  expect(loader.read('messages').status).toBe('ready')
})

const sources = { chat, messages: chat, responses: chat }

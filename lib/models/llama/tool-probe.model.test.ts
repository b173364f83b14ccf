import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import { weatherTool } from '#lib/models/answer/__fixtures__/tools.ts'
import type { AnswerEvent } from '#lib/models/answer/answer-event.ts'
import { findEntry } from '#lib/models/catalog.ts'
import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { modelFile } from '#lib/models/model-files.ts'
import type { ChatRunner } from './chat-runner.ts'
import { createLlamaLoader } from './load-llama-runner.ts'

// oxlint-disable-next-line node/no-process-env -- the folder where the test run has fetched the real 0.5B model
const modelsDir = process.env['MODELS_DIR'] ?? join(homedir(), '.cache/sextant/models')

test('asking whether a tool is needed leaves the conversation and the examples cached', async () => {
  await using runner = await load(pathOf('local/qwen2.5-coder-0.5b-instruct'))
  const list = Array.from({ length: 40 }, (_, index) => `thing ${index}`).join(', ')
  const first: ChatMessage[] = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: `Hello! Here is my list: ${list}.` },
    { role: 'user', content: 'Thank you, that was helpful!' },
  ]
  const next: ChatMessage[] = [
    { role: 'assistant', content: 'Glad to.' },
    { role: 'user', content: 'Good night!' },
  ]

  await answer(runner, first)
  const events = await answer(runner, [...first, ...next])

  const finish = events.find(({ type }) => type === 'finish')
  expect(finish?.type === 'finish' ? finish.usage.cachedTokens : 0).toBeGreaterThan(100)
})

function pathOf(id: string): string {
  const entry = findEntry(id)
  const file = entry?.files[0]
  if (entry === undefined || file === undefined) throw new Error(`${id} is not in the catalog`)
  return modelFile(modelsDir, entry, file)
}

async function load(modelPath: string): Promise<ChatRunner & AsyncDisposable> {
  const runner = await createLlamaLoader({
    sequences: 2,
    semaphore: createComputeSemaphore(),
    log: () => undefined,
  })({ modelPath, modelId: 'local/test', thinks: false, toolProbe: 'yes_no', contextTokens: 2048 })
  return { ...runner, [Symbol.asyncDispose]: async () => await runner.dispose() }
}

async function answer(runner: ChatRunner, messages: ChatMessage[]): Promise<AnswerEvent[]> {
  const request = { model: 'local/test', messages, tools: [weatherTool], temperature: 0, max_tokens: 40 }
  return await Array.fromAsync(runner.answer(request, { index: 0, signal: new AbortController().signal }))
}

import { homedir } from 'node:os'
import { join } from 'node:path'
import { chatChunkSchema, chatCompletionSchema, type ChatChunk, type ChatCompletion } from '#lib/contracts/api/chat.ts'
import { chatModel, startHost, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { createLlamaLoader } from '#lib/models/llama/load-llama-runner.ts'
import { createOnnxLoader } from '#lib/models/onnx/load-onnx-model.ts'

// oxlint-disable-next-line node/no-process-env -- the folder where the test run has fetched the real 0.5B model
const modelsDir = process.env['MODELS_DIR'] ?? join(homedir(), '.cache/sextant/models')

/** The models process with the real engine. */
export async function startReal({ contextTokens = 2048, idleMs = 60_000 } = {}): Promise<RunningHost> {
  const semaphore = createComputeSemaphore()
  const loadChat = createLlamaLoader({ sequences: 2, semaphore, log: () => undefined })
  const loadOnnx = createOnnxLoader({ threads: 2, semaphore })
  return await startHost({ loadChat, loadOnnx, modelsDir, windowOf: ({ memoryBytes }) => ({ tokens: contextTokens, memoryBytes }), parallel: 2, idleMs })
}

export function ask(content: string) {
  return { model: chatModel, messages: [{ role: 'user', content }] }
}

export async function complete(host: RunningHost, body: object): Promise<ChatCompletion> {
  const response = await host.ask('/v1/chat/completions', { body })
  return chatCompletionSchema.parse(await response.json())
}

export function readStream(body: string): { chunks: ChatChunk[]; done: boolean; text: string } {
  const data = body
    .split('\n\n')
    .filter(event => event.startsWith('data: '))
    .map(event => event.slice('data: '.length))
  const chunks = data
    .filter(event => event !== '[DONE]')
    .map(event => chatChunkSchema.parse(JSON.parse(event)))
  const text = chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')
  return { chunks, done: data.at(-1) === '[DONE]', text }
}

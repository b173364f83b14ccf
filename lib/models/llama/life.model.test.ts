import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatCompletionSchema, chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { findEntry } from '#lib/models/catalog.ts'
import type { ChatEntry } from '#lib/models/catalog-entry.ts'
import { chatModel, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { ask, readStream, startReal } from './__fixtures__/real-host.ts'

let host: RunningHost

// Slowdown of this machine against a quiet one, which loads the model within two seconds.
let slowness = 1

beforeAll(async () => {
  host = await startReal()
  using use = await host.resident.use(requireChat(chatModel))
  slowness = Math.max(1, use.loadMs / 2000)
})
afterAll(async () => await host[Symbol.asyncDispose]())

test('a prompt that does not fit is rejected before it is evaluated', async () => {
  const startMs = performance.now()
  const response = await host.ask('/v1/chat/completions', { body: ask('word '.repeat(6000)) })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { code: 'context_length_exceeded', param: 'messages' },
  })
  // Evaluating the prompt would take a minute.
  expect(performance.now() - startMs).toBeLessThan(2000 * slowness)
})

test('a full context window ends the answer as length', async () => {
  await using small = await startReal({ contextTokens: 256 })
  const response = await small.ask('/v1/chat/completions', {
    body: { ...ask('Write a very long story about the sea, at least 2000 words.'), temperature: 0, min_p: 0 },
  })
  const { choices, usage } = chatCompletionSchema.parse(await response.json())

  expect(choices[0]?.finish_reason).toBe('length')
  expect(usage.total_tokens).toBeLessThanOrEqual(256)
})

test('an abort stops generation at the next token and frees the slot', async () => {
  const { rejectedMs, next } = await abortAfterText('Write a very long story.')

  expect(rejectedMs).toBeLessThan(1000 * slowness)
  expect(next).not.toBe('')
})

test('a stream says how far a long prompt is read', async () => {
  // It shares no beginning with the prompts before it.
  const prompt = Array.from({ length: 100 }, (_, index) => `${index} sheep;`).join(' ')
  const response = await host.ask('/v1/chat/completions', {
    body: { ...ask(prompt), stream: true, max_tokens: 1 },
  })
  const notes = (await response.text()).matchAll(/^: reading prompt (\d+)%; tokens=(\d+)$/gmu).toArray()
  const shares = notes.map(([, share]) => Number(share))

  expect(shares.length).toBeGreaterThan(2)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(new Set(notes.map(([, , tokens]) => tokens)).size).toBe(1)
})

test('an abort stops the evaluation of a long prompt early', async () => {
  const facts = Array.from({ length: 330 }, (_, index) => `fact ${index};`).join(' ')
  const { rejectedMs, next } = await abortAfterText(facts, { afterMs: 500 })

  // The whole prompt takes more than ten seconds.
  expect(rejectedMs).toBeLessThan(1500 * slowness)
  expect(next).not.toBe('')
})

test('an abort stops an answer that follows a large schema', async () => {
  const values = Array.from({ length: 1000 }, (_, at) => `value ${at}`)
  // Without a minimum, the answer may end before the abort.
  const schema = { type: 'array', items: { enum: values }, minItems: 100 }
  const { rejectedMs, next } = await abortAfterText('List all values.', {
    fields: { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } },
  })

  expect(rejectedMs).toBeLessThan(1000 * slowness)
  expect(next).not.toBe('')
})

test('two conversations are answered in parallel, a third is queued', async () => {
  const body = { ...ask('Count from one to twenty in words.'), max_tokens: 40, stream: true }
  const answers = await Promise.all(
    [1, 2, 3].map(async () => await (await host.ask('/v1/chat/completions', { body })).text()),
  )

  expect(answers.map(answer => readStream(answer).done)).toEqual([true, true, true])
  expect(answers.filter(answer => answer.includes(': queued 1'))).toHaveLength(1)
})

test('an idle model is unloaded and reloaded', async () => {
  await using idle = await startReal({ idleMs: 300 })
  const once = async () => await idle.ask('/v1/chat/completions', { body: { ...ask('Hi'), max_tokens: 2 } })
  const first = await once()
  await expect
    .poll(async () => await (await idle.ask('/v1/models')).text(), { timeout: 5000 })
    .not.toContain('prompt_tokens_per_second')
  const again = await once()

  const loads = [first, again].map(response =>
    Number(/load;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1]),
  )
  expect(loads.every(ms => ms > 50)).toBe(true)
})

/** Aborts at the first text, or after a delay, then sends another request. */
async function abortAfterText(
  content: string,
  { afterMs, fields = {} }: { afterMs?: number; fields?: object } = {},
) {
  await host.resident.unload()
  using use = await host.resident.use(requireChat(chatModel))
  const { runner } = use
  const stop = new AbortController()
  let abortedMs = 0
  const abort = () => {
    abortedMs ||= performance.now()
    stop.abort(new Error('left'))
  }
  const timer = setTimeout(abort, afterMs ?? 60_000)
  const events = async () => {
    for await (const event of runner.answer(toRequest(content, fields), { index: 0, signal: stop.signal }))
      if (event.type === 'text') abort()
  }
  await expect(events()).rejects.toThrow('left')
  const rejectedMs = performance.now() - abortedMs
  clearTimeout(timer)
  const rest = await Array.fromAsync(
    runner.answer(
      { ...toRequest('Say hi.'), max_tokens: 3 },
      { index: 0, signal: AbortSignal.timeout(60_000) },
    ),
  )
  return { rejectedMs, next: rest.map(event => (event.type === 'text' ? event.text : '')).join('') }
}

function toRequest(content: string, fields: object = {}) {
  return chatRequestSchema.parse({ ...ask(content), ...fields })
}

function requireChat(id: string): ChatEntry {
  const entry = findEntry(id)
  if (entry?.kind !== 'chat') throw new Error(`${id} is not a chat model`)
  return entry
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import { createTestUpstream, plainJson, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'
import { createTranscriber } from './create-transcriber.ts'

const timers = { connectMs: 1000, firstEventMs: 1000, idleMs: 1000, totalMs: 1000 }
const options = { signal: new AbortController().signal, timers }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-speech-'))
  writeFileSync(join(folder, 'sound'), 'sound')
})
afterAll(() => rmSync(folder, { recursive: true }))

function setUp(modelId: string, ...replies: readonly Reply[]) {
  const { request, sent } = createTestUpstream(...replies)
  const upstream: ModelUpstream = {
    providerId: 'up',
    modelId,
    target: { origin: 'http://10.0.0.1', basePath: '/v1', policy: 'operator', headers: {} },
    request,
    secrets: [],
    local: false,
    inputField: 'file',
  }
  const question = { path: join(folder, 'sound'), name: 'a "b".wav', sizeBytes: 5, language: null }
  const forms = (): Promise<string[]> => Promise.all(sent.map(async each => await textOf(each.stream)))
  return { ask: () => createTranscriber(upstream).transcribe(question, options), sent, forms }
}

async function textOf(stream: AsyncIterable<unknown> | undefined): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream ?? []) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString('utf8')
}

const json = (body: object, status = 200): Reply => ({
  status,
  headers: plainJson,
  parts: [JSON.stringify(body)],
})

test('the form has a content length and a safe file name', async () => {
  const { ask, sent, forms } = setUp('whisper-1', json({ text: ' Hi. ', duration: 1.5, language: 'english' }))

  expect(await ask()).toEqual({ text: 'Hi.', language: 'english', seconds: 1.5, tokens: null, segments: [] })
  const [form = ''] = await forms()
  expect(form).toContain('filename="a__b_.wav"')
  expect(form).toContain('\r\n\r\nsound\r\n--')
  expect(form).toMatch(/name="response_format"\r\n\r\nverbose_json/)
  expect(sent[0]?.headers?.['content-length']).toBe(String(Buffer.byteLength(form)))
})

test('a model without timestamps is not asked for them', async () => {
  const { ask, forms } = setUp('gpt-4o-mini-transcribe', json({ text: 'Hi.' }))
  await ask()

  expect((await forms())[0]).toMatch(/name="response_format"\r\n\r\njson/)
})

test('tokens and seconds that the server bills are read', async () => {
  const tokens = {
    type: 'tokens',
    input_tokens: 14,
    input_token_details: { audio_tokens: 10 },
    output_tokens: 45,
  }
  const counted = setUp('gpt-4o-mini-transcribe', json({ text: 'Hi.', usage: tokens }))
  const timed = setUp('whisper-1', json({ text: 'Hi.', usage: { type: 'duration', seconds: 7 } }))

  expect((await counted.ask()).tokens).toEqual({ input: 14, inputAudio: 10, output: 45 })
  expect((await timed.ask()).seconds).toBe(7)
})

test.each([
  ['no text', json({ segments: [] })],
  ['no JSON', { headers: plainJson, parts: ['<html>'] }],
])('a response with %s is unreadable and can be retried', async (_, reply) => {
  await expect(setUp('whisper-1', reply).ask()).rejects.toMatchObject({
    code: 'upstream_error',
    retryable: true,
  })
})

test('segments without timestamps or text are dropped, and none ends before it begins', async () => {
  const segments = [
    { start: 0, end: 1, text: ' one ', tokens: [7, 8], avg_logprob: -0.5 },
    { start: 1, end: 0.5, text: 'two' },
    { start: 'x', end: 2, text: 'three' },
    { start: 2, end: 3, text: '  ' },
    null,
  ]
  const { ask } = setUp('whisper-1', json({ text: 'one two', segments }))

  expect((await ask()).segments).toEqual([
    { start: 0, end: 1, text: 'one', tokens: { count: 2, meanLogProbability: -0.5 } },
    { start: 1, end: 1, text: 'two', tokens: null },
  ])
})

test('the failure 500 carries a hash of the recording, which says nothing about the model twice', async () => {
  const fails = json({ error: { message: 'Internal error' } }, 500)
  const { ask } = setUp('whisper-1', fails, fails)
  const failure = async (): Promise<unknown> => await ask().catch((error: unknown) => error)

  const first = await failure()

  expect(first).toMatchObject({ code: 'upstream_error', inputHash: expect.stringMatching(/.{20}/) })
  expect(await failure()).toMatchObject({ inputHash: (first as { inputHash: string }).inputHash })
})

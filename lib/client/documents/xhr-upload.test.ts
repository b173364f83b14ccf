import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScriptedRequest } from './__fixtures__/scripted-request.ts'
import { sendForm } from './xhr-upload.ts'

beforeEach(() => vi.stubGlobal('XMLHttpRequest', ScriptedRequest))
afterEach(() => vi.unstubAllGlobals())

function begin(controller = new AbortController()) {
  const told: string[] = []
  const form = new FormData()
  const answer = sendForm('/api/run/upload', form, {
    signal: controller.signal,
    onSent: (sent, total) => told.push(`${sent} of ${total}`),
    onAllSent: () => told.push('all sent'),
    onFirstByte: () => told.push('first byte'),
  })
  const request = ScriptedRequest.last
  if (request === null) throw new Error('nothing was sent')
  return { answer, request, told, form, controller }
}

test('tells what has left, that all has, and that an answer begins, in this order and the last once', async () => {
  const { answer, request, told, form } = begin()

  request.progress(40, 100)
  request.progress(100, 100)
  request.allSent()
  request.answer(200, 'Content-Type: application/json\r\nx-request-id: req_1\r\n', '{}')
  const { status, headers, body } = await answer

  expect(request.opened).toEqual(['POST', '/api/run/upload'])
  expect(request.sent).toBe(form)
  expect(told).toEqual(['40 of 100', '100 of 100', 'all sent', 'first byte'])
  expect([status, body, headers.get('content-type'), headers.get('x-request-id')]).toEqual([
    200,
    '{}',
    'application/json',
    'req_1',
  ])
})

test('an answer that refuses is an answer', async () => {
  const { answer, request } = begin()

  request.answer(422, 'a line without a colon\r\nRetry-After: 3', '{"status":false}')
  const { status, headers } = await answer

  expect([status, headers.get('retry-after')]).toEqual([422, '3'])
})

test('a connection that fails is a TypeError, as of fetch', async () => {
  const { answer, request } = begin()

  request.endAs('error')

  await expect(answer).rejects.toBeInstanceOf(TypeError)
})

test('an abort ends the request; one that comes after the answer touches nothing', async () => {
  const stopped = begin()
  stopped.controller.abort()
  await expect(stopped.answer).rejects.toMatchObject({ name: 'AbortError' })
  expect(stopped.request.aborted).toBe(true)

  const ended = begin()
  ended.request.answer(200, '', '{}')
  await ended.answer
  ended.controller.abort()
  expect(ended.request.aborted).toBe(false)
})

import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { replay } from './replay.ts'

const path = '/v1/embeddings'
const signal = new AbortController().signal

function kept(id: string, state: Run['state']): Run {
  return {
    id,
    state,
    request: { method: 'POST', path, body: 'texts' },
    response: null,
    events: [],
    timing: { startedAt: 0, firstMs: null, totalMs: 5 },
    failure: null,
  }
}

const ask = (send: ReturnType<typeof replay>, body: string) =>
  send({ path, body, signal }, { onUpdate: () => {} }).current()

test('of a request that was stopped and made again, the later answer is shown', () => {
  expect(ask(replay([kept('first', 'stopped'), kept('again', 'done')]), 'texts')).toMatchObject({
    id: 'again',
    state: 'done',
  })
})

test('each kept run answers once, and what is not kept counts as stopped', () => {
  const send = replay([kept('only', 'done')])

  expect(ask(send, 'texts')).toMatchObject({ id: 'only' })
  expect(ask(send, 'texts')).toMatchObject({ state: 'stopped', request: { body: 'texts' } })
  expect(ask(replay([kept('left', 'running')]), 'texts')).toMatchObject({ id: 'left', state: 'stopped' })
})

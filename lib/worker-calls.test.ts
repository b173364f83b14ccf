import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import { WorkerCalls } from './worker-calls.ts'

const idleMs = 60_000

afterEach(() => void vi.useRealTimers())

type Reply = { readonly id: number; readonly text: string; readonly thread: number }
type Message = { readonly text: string; readonly after?: string }

/** Replies to a text once it has got the text that it has to wait for. */
const program = `
  const { parentPort, threadId } = require('node:worker_threads')
  const held = new Map()
  const reply = ({ id, text }) => {
    parentPort.postMessage({ id, text, thread: threadId })
    if (held.has(text)) reply(held.get(text))
  }
  parentPort.on('message', message => {
    if (message.text === 'crash') throw new Error('crashed')
    if (message.after !== undefined) return void held.set(message.after, message)
    reply(message)
  })
`

function makeCalls() {
  const started: Worker[] = []
  const calls = new WorkerCalls<Message, Reply>({
    start() {
      const worker = new Worker(program, { eval: true })
      started.push(worker)
      return worker
    },
    idleMs,
    stopped: 'The worker stopped.',
  })
  return { calls, started, [Symbol.asyncDispose]: () => calls.stop() }
}

test('each of several concurrent calls gets its own reply from the same worker', async () => {
  await using made = makeCalls()
  const { calls, started } = made

  const replies = await Promise.all([
    calls.ask({ text: 'late', after: 'early' }),
    calls.ask({ text: 'early' }),
  ])

  expect(replies.map(({ text }) => text)).toEqual(['late', 'early'])
  expect(started).toHaveLength(1)
})

test('a crash fails the open calls, and the next call gets another worker', async () => {
  await using made = makeCalls()
  const { calls } = made
  const { thread } = await calls.ask({ text: 'first' })

  const waiting = calls.ask({ text: 'waiting', after: 'never' })
  const crashing = calls.ask({ text: 'crash' })

  await expect(waiting).rejects.toThrow('crashed')
  await expect(crashing).rejects.toThrow('crashed')
  expect((await calls.ask({ text: 'next' })).thread).not.toBe(thread)
})

test('stopping fails the open calls, and the next call gets another worker', async () => {
  await using made = makeCalls()
  const { calls, started } = made
  const waiting = calls.ask({ text: 'waiting', after: 'never' })

  const [outcome] = await Promise.allSettled([waiting, calls.stop()])

  expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The worker stopped.' } })
  expect((await calls.ask({ text: 'next' })).text).toBe('next')
  expect(started).toHaveLength(2)
})

test('an idle worker ends, one with an open call does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await using made = makeCalls()
  const { calls, started } = made
  const waiting = calls.ask({ text: 'waiting', after: 'last' })
  vi.advanceTimersByTime(idleMs * 3)
  await calls.ask({ text: 'last' })
  expect((await waiting).text).toBe('waiting')

  const exited = new Promise(resolve => started[0]?.once('exit', resolve))
  vi.advanceTimersByTime(idleMs)
  await exited

  expect((await calls.ask({ text: 'next' })).text).toBe('next')
  expect(started).toHaveLength(2)
})

test('a call can exchange several messages, and gets none after it is closed', async () => {
  await using made = makeCalls()
  const { calls } = made
  const texts: string[] = []
  const call = calls.open({ put: ({ text }) => texts.push(text), fail: () => undefined })

  call.post({ text: 'one' })
  call.post({ text: 'two' })
  await calls.ask({ text: 'between' })
  call.close()
  call.post({ text: 'three' })
  await calls.ask({ text: 'after' })

  expect(texts).toEqual(['one', 'two'])
})

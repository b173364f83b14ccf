import { expect, test } from 'vitest'
import { askWorker } from './ask-worker.ts'

type Message = { readonly share: number } | { readonly total: number }

const toTotal = (message: Message) => ('total' in message ? message.total : null)

test('messages before the result are only seen, and the worker ends with the result', async () => {
  const shares: number[] = []
  const worker = new ScriptedWorker(reply => {
    for (const message of [{ share: 0.5 }, { share: 1 }, { total: 3 }]) reply(message)
  })

  const total = await askWorker(worker.asWorker(), 'job', (message: Message) => {
    if ('share' in message) shares.push(message.share)
    return toTotal(message)
  })

  expect(total).toBe(3)
  expect(shares).toEqual([0.5, 1])
  expect(worker).toMatchObject({ jobs: ['job'], ended: true })
})

test('a worker that fails is an error with its message', async () => {
  const worker = new ScriptedWorker((_, fail) => fail('out of memory'))

  await expect(askWorker(worker.asWorker(), 'job', toTotal)).rejects.toThrow('out of memory')
  expect(worker.ended).toBe(true)
})

test('an abort ends the worker with its reason, also when it came before', async () => {
  const leaving = new AbortController()
  const workers = [
    new ScriptedWorker(() => undefined),
    new ScriptedWorker(reply => reply({ total: 3 })),
  ] as const

  const asked = askWorker(workers[0].asWorker(), 'job', toTotal, leaving.signal)
  leaving.abort(new Error('left'))

  await expect(asked).rejects.toThrow('left')
  await expect(askWorker(workers[1].asWorker(), 'job', toTotal, leaving.signal)).rejects.toThrow('left')
  expect(workers.map(({ ended }) => ended)).toEqual([true, true])
})

/** A worker of the browser, which Node does not have. */
class ScriptedWorker extends EventTarget {
  readonly jobs: unknown[] = []
  ended = false
  readonly #answer: (reply: (message: Message) => void, fail: (message: string) => void) => void

  constructor(answer: (reply: (message: Message) => void, fail: (message: string) => void) => void) {
    super()
    this.#answer = answer
  }

  postMessage(job: unknown): void {
    this.jobs.push(job)
    const reply = (data: Message) => void this.dispatchEvent(new MessageEvent('message', { data }))
    const fail = (message: string) => void this.dispatchEvent(Object.assign(new Event('error'), { message }))
    queueMicrotask(() => this.#answer(reply, fail))
  }

  terminate(): void {
    this.ended = true
  }

  asWorker(): Worker {
    return this as unknown as Worker
  }
}

import { expect, test } from 'vitest'
import { createComputeSemaphore } from './compute-semaphore.ts'

test('steps run in parallel, a batch runs alone', async () => {
  const harness = createHarness()
  const [first, second, batch, third] = [
    harness.step('a'),
    harness.step('b'),
    harness.batch('x'),
    harness.step('c'),
  ]
  await settle()
  expect(harness.running).toEqual(['a', 'b'])

  first.end()
  await settle()
  expect(harness.running).toEqual(['b'])

  second.end()
  await settle()
  expect(harness.running).toEqual(['x'])

  batch.end()
  await settle()
  expect(harness.running).toEqual(['c'])
  third.end()
})

test('after a batch that delayed an answer, the answer runs for as long as the batch took', async () => {
  const harness = createHarness()
  const batch = harness.batch('x')
  const [step, next] = [harness.step('a'), harness.batch('y')]
  await settle()
  harness.pass(100)
  batch.end()
  await settle()
  expect(harness.running).toEqual(['a'])

  step.end()
  const second = harness.step('b')
  await settle()
  expect(harness.running).toEqual(['b'])

  harness.pass(99)
  second.end()
  await settle()
  expect(harness.running).toEqual([])

  harness.pass(1)
  await settle()
  expect(harness.running).toEqual(['y'])
  next.end()
})

test('an answer waits for at most one batch, even a very short one', async () => {
  const harness = createHarness()
  const [batch, step] = [harness.batch('x'), harness.step('a')]
  harness.batch('y')
  await settle()
  batch.end()
  await settle()

  expect(harness.running).toEqual(['a'])
  step.end()
})

test('without waiting answers, batches run back to back in order', async () => {
  const harness = createHarness()
  const [first, second, third] = [harness.batch('x'), harness.batch('y'), harness.batch('z')]
  await settle()
  harness.pass(100)
  first.end()
  await settle()
  expect(harness.running).toEqual(['y'])

  second.end()
  await settle()
  expect(harness.running).toEqual(['z'])
  third.end()
})

test('a failure releases the semaphore', async () => {
  const semaphore = createComputeSemaphore()
  const broken = async () => {
    throw new Error('broken')
  }

  await expect(semaphore.batch(broken)).rejects.toThrow('broken')
  await expect(semaphore.step(broken)).rejects.toThrow('broken')
  expect(await semaphore.batch(async () => 'next')).toBe('next')
})

function createHarness() {
  const running: string[] = []
  const timers: { atMs: number; run: () => void }[] = []
  let nowMs = 0
  const semaphore = createComputeSemaphore({
    now: () => nowMs,
    after: (ms, run) => void timers.push({ atMs: nowMs + ms, run }),
  })
  const begin = (kind: 'step' | 'batch') => (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    void semaphore[kind](async () => {
      running.push(name)
      await promise
      running.splice(running.indexOf(name), 1)
    })
    return { end: () => resolve() }
  }
  return {
    running,
    step: begin('step'),
    batch: begin('batch'),
    pass(ms: number) {
      nowMs += ms
      for (const timer of timers.filter(({ atMs }) => atMs <= nowMs)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
    },
  }
}

async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
}

/**
 * A semaphore for compute. Two engines on the same cores are many times slower than one after the other: steps of
 * chat answers (a token, a piece of a prompt) run in parallel, a batch of texts runs alone. If both are waiting,
 * they share the time equally: a chat answer never waits longer than one batch.
 */
export interface ComputeSemaphore {
  step<T>(run: () => Promise<T>): Promise<T>
  /** Waiting batches run in order of arrival. */
  batch<T>(run: () => Promise<T>): Promise<T>
}

interface Clock {
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => void
}

const clock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => void setTimeout(run, ms),
}

export function createComputeSemaphore({ now, after }: Clock = clock): ComputeSemaphore {
  const waitingSteps: (() => void)[] = []
  const waitingBatches: (() => void)[] = []
  let steps = 0
  let batching = false
  let pauseUntilMs = 0
  let timed = false

  const beginSteps = () => {
    for (const begin of waitingSteps.splice(0)) begin()
  }

  const admit = () => {
    if (batching) return
    const pauseMs = waitingBatches.length === 0 ? 0 : pauseUntilMs - now()
    if (waitingBatches.length === 0 || pauseMs > 0) beginSteps()
    if (pauseMs > 0) return pause(pauseMs)
    if (steps === 0) waitingBatches.shift()?.()
  }

  const pause = (ms: number) => {
    if (timed) return
    timed = true
    after(ms, () => {
      timed = false
      admit()
    })
  }

  const enter = async (queue: (() => void)[], begin: () => void): Promise<void> =>
    await new Promise(resolve => {
      queue.push(() => {
        begin()
        resolve()
      })
      admit()
    })

  return {
    async step(run) {
      await enter(waitingSteps, () => (steps += 1))
      try {
        return await run()
      } finally {
        steps -= 1
        admit()
      }
    },
    async batch(run) {
      await enter(waitingBatches, () => (batching = true))
      const startMs = now()
      try {
        return await run()
      } finally {
        batching = false
        // An answer was blocked meanwhile: it runs for as long.
        if (waitingSteps.length > 0) pauseUntilMs = now() + (now() - startMs)
        beginSteps()
        admit()
      }
    },
  }
}

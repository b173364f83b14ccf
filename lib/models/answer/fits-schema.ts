import { Worker } from 'node:worker_threads'
import { Semaphore } from '#lib/semaphore.ts'
import { WorkerCalls } from '#lib/worker-calls.ts'
import type { SchemaJob, SchemaReply } from './schema-worker.ts'

/** Whether a value matches a schema. */
export type FitsSchema = (schema: SchemaJob['schema'], value: unknown) => Promise<boolean>

/** Ordinary schemas take a few milliseconds; a pattern with nested repetitions can take forever. */
const checksMs = 1_000

const checker = new WorkerCalls<SchemaJob, SchemaReply>({
  start: () =>
    new Worker(new URL('./schema-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    }),
  idleMs: 60_000,
  stopped: 'The schema check stopped.',
})
// One at a time: a check at its deadline ends the worker, and no other may end with it.
const turns = new Semaphore({ atOnce: 1 })

/**
 * Whether values match a JSON Schema, for one answer. Patterns are regular expressions of the caller, so a worker
 * checks them, for a second in all. What is not decided by then matches, as in an unsupported schema.
 * @returns throws the signal's reason on abort; the check then ends
 */
export function createSchemaCheck(signal: AbortSignal): FitsSchema {
  let leftMs = checksMs
  return async (schema, value) =>
    await turns.run(async () => {
      if (leftMs <= 0) return true
      const { fits, tookMs } = await check({ schema, value }, leftMs, signal)
      leftMs -= tookMs
      return fits
    }, signal)
}

async function check(
  job: SchemaJob,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<{ readonly fits: boolean; readonly tookMs: number }> {
  const answered = Promise.withResolvers<SchemaReply['state'] | 'undecided'>()
  let deadline: NodeJS.Timeout | undefined
  let startMs = performance.now()
  const stop = () => void checker.stop()
  const call = checker.open({
    put({ state }) {
      if (state !== 'started') return answered.resolve(state)
      startMs = performance.now()
      deadline = setTimeout(stop, deadlineMs)
    },
    // Stopped, or out of memory.
    fail: () => answered.resolve('undecided'),
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    call.post(job)
    const state = await answered.promise
    signal.throwIfAborted()
    return { fits: state !== 'fails', tookMs: performance.now() - startMs }
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', stop)
    call.close()
  }
}

import { Worker } from 'node:worker_threads'
import type { CalculatorReply } from './calculator-worker.ts'

const startMs = 10_000
const idleMs = 60_000
const memoryMegabytes = 96

export interface CalculatorSeat {
  /**
   * @returns the result; null for what is no calculation, has no finite result, or takes too long
   * @throws what the signal was aborted with
   */
  calculate(expression: string, signal: AbortSignal): Promise<string | null>
}

export interface CalculatorSeatOptions {
  /** Milliseconds that one calculation may take. */
  readonly calculationMs?: number
  /** What the thread runs. */
  readonly program?: URL
}

const calculator = new URL('./calculator-worker.ts', import.meta.url)

/** One thread for calculations, started at the first and stopped when unused: its library is large. */
export function createCalculatorSeat(options: CalculatorSeatOptions = {}): CalculatorSeat {
  const { calculationMs = 3000, program = calculator } = options
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let queue: Promise<unknown> = Promise.resolve()

  async function run(expression: string, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted()
    if (idle !== null) clearTimeout(idle)
    const fresh = worker === null
    const current = (worker ??= start(program))
    current.ref()
    const reply = await ask(current, expression, fresh ? startMs : calculationMs, calculationMs, signal)
    if (reply === null) {
      worker = null
      void current.terminate()
      signal.throwIfAborted()
      return null
    }
    current.unref()
    idle = setTimeout(() => {
      worker = null
      void current.terminate()
    }, idleMs)
    idle.unref()
    return reply.kind === 'result' ? reply.text : null
  }

  return {
    calculate(expression, signal) {
      const turn = queue.then(() => run(expression, signal))
      queue = turn.catch(() => undefined)
      return untilAborted(turn, signal)
    },
  }
}

/** Whoever leaves does not wait for the calculations of those before them. */
async function untilAborted<Result>(turn: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const left = Promise.withResolvers<never>()
  const leave = (): void => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([turn, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function start(program: URL): Worker {
  return new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: 16 },
  })
}

/** @returns null when the thread died or took too long */
function ask(
  worker: Worker,
  expression: string,
  readyMs: number,
  calculationMs: number,
  signal: AbortSignal,
): Promise<CalculatorReply | null> {
  return new Promise(resolve => {
    let late = setTimeout(() => settle(null), readyMs)
    const lost = (): void => settle(null)
    const onMessage = (reply: CalculatorReply): void => {
      switch (reply.kind) {
        case 'ready':
          // The time to load the library is not the calculation's.
          clearTimeout(late)
          late = setTimeout(lost, calculationMs)
          return
        case 'result':
        case 'nothing':
          settle(reply)
      }
    }
    worker.on('message', onMessage)
    worker.on('error', lost)
    worker.on('exit', lost)
    signal.addEventListener('abort', lost, { once: true })
    worker.postMessage(expression)

    function settle(reply: CalculatorReply | null): void {
      clearTimeout(late)
      worker.off('message', onMessage)
      worker.off('exit', lost)
      // One that is stopped may still die of what it was doing: nobody else must hear of it.
      if (reply !== null) worker.off('error', lost)
      signal.removeEventListener('abort', lost)
      resolve(reply)
    }
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Target } from './gateway-targets.ts'
import { makeCall, type SoakCall, soakCalls } from './soak-calls.ts'

const atATime = 24
// Moderate load: this looks for leaks, not for slow code.
const pauseMs = 60

/** Results of the requests of a soak. */
export interface SoakTally {
  calls: number
  /** Ids of all requests with a valid key and response headers: each must have a row. */
  readonly requestIds: string[]
  readonly strangerIds: string[]
  readonly problems: string[]
}

export function newTally(): SoakTally {
  return { calls: 0, requestIds: [], strangerIds: [], problems: [] }
}

/**
 * Sends requests of every type for the given time, and returns when the last one has ended and all
 * connections are closed.
 */
export async function soak(target: Target, durationMs: number, tally: SoakTally): Promise<void> {
  const pool = new Pool(target.url, { connections: atATime, pipelining: 1 })
  const round = soakCalls.flatMap(call => Array.from({ length: call.share }, () => withModel(call, target)))
  const endsAt = performance.now() + durationMs
  let next = 0

  async function work(): Promise<void> {
    while (performance.now() < endsAt) {
      // Deterministic, so that two runs send the same requests; 7 has no common factor with the round length.
      const call = round[(next++ * 7) % round.length]
      if (call === undefined) return
      const { requestId, problem } = await makeCall(pool, call, target.headers)
      tally.calls++
      if (problem !== null) tally.problems.push(problem)
      if (requestId !== null) (call.stranger ? tally.strangerIds : tally.requestIds).push(requestId)
      await sleep(pauseMs)
    }
  }

  await Promise.all(Array.from({ length: atATime }, work))
  await pool.destroy()
}

function withModel(call: SoakCall, target: Target): SoakCall {
  return { ...call, body: { ...call.body, model: target.modelId(String(call.body['model'])) } }
}

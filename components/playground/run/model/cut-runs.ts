import { bodyBytes } from '#components/playground/http/model/body-bytes.ts'
import type { Run } from '#lib/client/run.ts'
import { readRunUsage } from './run-usage.ts'

export const answerBytesMax = 1_000_000
/** For all runs of an entry together; requests and responses separately. */
export const bytesMax = 4_000_000

/**
 * Runs as stored in the history: responses over 1 MB are dropped, and so is the part of a batch over 4 MB.
 * Tokens and cost stay.
 */
export function cutRuns(runs: readonly Run[]): readonly Run[] {
  let [askedLeft, answeredLeft] = [bytesMax, bytesMax]
  return runs.map((run, index) => {
    const kept = cutAnswer(run, answeredLeft)
    answeredLeft -= answeredBytes(kept)
    askedLeft -= bodyBytes(run.request)
    // The first one is the draft's: it stays complete so that it can be inspected.
    if (index === 0 || askedLeft >= 0) return kept
    return { ...withUsage(kept), request: { ...run.request, body: '' } }
  })
}

function cutAnswer(run: Run, left: number): Run {
  const most = Math.min(answerBytesMax, Math.max(0, left))
  if (run.response?.body && bodyBytes(run.response) > most) {
    return { ...withUsage(run), response: { ...run.response, body: null } }
  }
  let bytes = 0
  const kept = run.events.findIndex(event => (bytes += event.bytes) > most)
  return kept === -1 ? run : { ...withUsage(run), events: run.events.slice(0, kept) }
}

function withUsage(run: Run): Run {
  return { ...run, usage: readRunUsage(run), cut: true }
}

function answeredBytes({ response, events }: Run): number {
  return (response ? bodyBytes(response) : 0) + events.reduce((sum, event) => sum + event.bytes, 0)
}

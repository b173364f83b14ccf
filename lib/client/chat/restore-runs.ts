import type { HistoryEntry } from '#lib/client/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import type { AnswerRecord } from './answer.ts'
import type { ChatStore } from './chat-store.ts'
import { toList, toObject, toText } from '#lib/client/json-value.ts'

/** Shows the runs of a stored chat in Wire and footer again, each in its column. */
export function restoreRuns(store: ChatStore, entry: HistoryEntry | null): void {
  const places = toList(toObject(entry?.view)['turns']).map(toObject)
  places.forEach((place, index) => {
    const columnId = toText(place['columnId'])
    const turnId = toText(place['turnId'])
    const run = entry?.runs[index]
    const column = store.read().columns.find(({ id }) => id === columnId)
    const answer = turnId === null ? null : column?.conversation.turns[turnId]?.answer
    if (run && columnId !== null && turnId !== null && answer)
      store.runs.restore(columnId, turnId, toAnswered(run, answer), answer)
  })
}

/** The tab may have kept more of the end than the history: both then say what the tab says. */
function toAnswered(run: Run, { state, startedAt, firstMs, totalMs, failure }: AnswerRecord): Run {
  return { ...run, state, failure, timing: { startedAt, firstMs, totalMs } }
}

import type { Run } from '#lib/client/run.ts'
import { startRun, type RunHandle, type StartRun } from '#lib/client/send.ts'
import type { AnswerRecord } from '#components/chat/model/answer.ts'
import type { Start } from './begin-run.ts'
import { type Progress, noProgress, readAsked, readProgress, readRecord } from './read-record.ts'

/** A run and the answer parsed so far. */
export interface LiveRun {
  readonly columnId: string
  readonly turnId: string
  readonly run: Run
  readonly record: AnswerRecord
  /** From history: displayed, but not announced. */
  readonly restored: boolean
}

/** The active runs of a playground, kept outside of its state so that a frame re-renders one answer only. */
export interface LiveRuns {
  readonly start: (start: Start, body: string) => void
  readonly stop: (columnId: string) => void
  readonly stopAll: () => void
  /** The run of a column, active or last ended. */
  readonly readColumn: (columnId: string) => LiveRun | null
  /** The run that writes a turn; null once it has been settled into the state. */
  readonly readTurn: (turnId: string) => LiveRun | null
  readonly readRunning: () => readonly LiveRun[]
  /** Shows a run from history in HTTP. */
  readonly restore: (columnId: string, turnId: string, run: Run, record: AnswerRecord) => void
  /** Shows only the last run of a column as it was after this number of events; null: complete. */
  readonly replay: (columnId: string, eventCount: number | null) => void
  readonly readReplay: (turnId: string) => AnswerRecord | null
  /** Stops and forgets all runs when another chat is opened; their late events change nothing. */
  readonly clear: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** @param onSettled called once for each ended run, before listeners */
export function createLiveRuns(
  path: string,
  onSettled: (live: LiveRun) => void,
  send: StartRun = startRun,
): LiveRuns {
  const byColumn = new Map<string, LiveRun>()
  const byTurn = new Map<string, LiveRun>()
  const handles = new Map<string, RunHandle>()
  const listeners = new Set<() => void>()
  let chat = {}
  let replayed: { readonly turnId: string; readonly record: AnswerRecord } | null = null

  function keep(live: LiveRun): void {
    byColumn.set(live.columnId, live)
    if (live.run.state === 'running') byTurn.set(live.turnId, live)
    else {
      byTurn.delete(live.turnId)
      handles.delete(live.columnId)
      onSettled(live)
    }
    listeners.forEach(listener => listener())
  }

  return {
    start({ columnId, turnId, model, body: draft }, body) {
      if (handles.has(columnId)) return
      const startedIn = chat
      let progress: Progress = noProgress
      const asked = readAsked(model, draft)
      const onUpdate = (run: Run) => {
        if (startedIn !== chat) return
        progress = readProgress(progress, run.events)
        keep({ columnId, turnId, run, record: readRecord(run, asked, progress), restored: false })
      }
      const handle = send({ path, body }, { onUpdate })
      handles.set(columnId, handle)
      onUpdate(handle.current())
    },
    stop: columnId => handles.get(columnId)?.stop(),
    stopAll: () => [...handles.values()].forEach(handle => handle.stop()),
    readColumn: columnId => byColumn.get(columnId) ?? null,
    readTurn: turnId => byTurn.get(turnId) ?? null,
    readRunning: () => [...byTurn.values()],
    restore(columnId, turnId, run, record) {
      byColumn.set(columnId, { columnId, turnId, run, record, restored: true })
      listeners.forEach(listener => listener())
    },
    replay(columnId, eventCount) {
      const live = byColumn.get(columnId)
      replayed =
        live === undefined || eventCount === null
          ? null
          : { turnId: live.turnId, record: replayRecord(live.record, live.run, eventCount) }
      listeners.forEach(listener => listener())
    },
    readReplay: turnId => (replayed?.turnId === turnId ? replayed.record : null),
    clear() {
      replayed = null
      chat = {}
      handles.forEach(handle => handle.stop())
      handles.clear()
      byTurn.clear()
      byColumn.clear()
      listeners.forEach(listener => listener())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** An answer as it was after the first events of its run; complete after the last one. */
export function replayRecord(record: AnswerRecord, run: Run, eventCount: number): AnswerRecord {
  if (eventCount >= run.events.length) return record
  const events = run.events.slice(0, eventCount)
  const lastMs = events.at(-1)?.atMs ?? 0
  return {
    ...record,
    state: 'running',
    answer: readProgress(noProgress, events).answer,
    firstMs: record.firstMs !== null && record.firstMs <= lastMs ? record.firstMs : null,
    totalMs: null,
    failure: null,
  }
}

import { createStateStore } from '#lib/client/state-store.ts'
import type { Run } from '#lib/client/run.ts'
import { type AnswerRecord, emptyAnswer } from '#components/chat/model/answer.ts'
import type { Playground } from '#components/playground/run/model/create-playground.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import {
  type AdapterLoader,
  type AdapterState,
  loadAdapter,
} from '#components/chat/model/api-format/adapter-loader.ts'
import { apiFormatOf, apiFormats } from '#components/chat/model/api-format/api-formats.ts'
import { toSent } from '#components/chat/model/api-format/format-adapter.ts'
import { toBody } from '#components/playground/form/model/draft.ts'
import type { Start } from './begin-run.ts'
import {
  type AnswerReader,
  noProgress,
  type Progress,
  readAsked,
  readProgress,
  readRecord,
} from './read-record.ts'

/** A run and the answer parsed so far. */
export interface LiveRun {
  readonly columnId: string
  readonly turnId: string
  readonly run: Run
  readonly record: AnswerRecord
  /** From history: displayed, but not announced. */
  readonly restored: boolean
}

/** The runs of a chat, kept outside of its state so that a frame re-renders one answer only. */
export interface LiveRuns {
  /** Sends a request; no effect while its column is running. */
  readonly start: (start: Start) => void
  readonly stop: (columnId: string) => void
  readonly stopAll: () => void
  /** Ends all runs as stopped, now: the end of their requests comes after another chat is opened. */
  readonly endAll: () => void
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

interface LiveState {
  readonly byColumn: ReadonlyMap<string, LiveRun>
  readonly replayed: {
    readonly turnId: string
    readonly eventCount: number
    readonly record: AnswerRecord
  } | null
}

const noRuns: LiveState = { byColumn: new Map(), replayed: null }

/**
 * @param playground each column is a slot of it
 * @param onSettled called once for each ended run, before listeners
 * @param adapters a run waits for that of its format
 */
export function createLiveRuns(
  playground: Pick<Playground<unknown>, 'send' | 'isRunning' | 'stop' | 'stopSlot' | 'drop'>,
  onSettled: (live: LiveRun) => void,
  adapters: AdapterLoader,
): LiveRuns {
  const { read, subscribe, update } = createStateStore(noRuns)
  const readColumn = (columnId: string) => read().byColumn.get(columnId) ?? null
  const readRunning = () => [...read().byColumn.values()].filter(({ run }) => run.state === 'running')
  const keep = (live: LiveRun) =>
    update(state => ({ ...state, byColumn: new Map(state.byColumn).set(live.columnId, live) }))

  return {
    start({ columnId, turnId, model, body, apiFormat }) {
      if (playground.isRunning(columnId)) return
      const asked = readAsked(model, body)
      let progress: Progress = noProgress
      const toLive = (run: Run): LiveRun => {
        const reader = readerOf(adapters.read(apiFormat))
        progress = readProgress(progress, run, reader)
        return { columnId, turnId, run, record: readRecord(run, asked, progress, reader), restored: false }
      }
      const onUpdate = (run: Run) => {
        const live = toLive(run)
        if (run.state !== 'running') onSettled(live)
        keep(live)
      }
      const state = adapters.read(apiFormat)
      const sent =
        state.status === 'ready'
          ? toBody(toSent(body, state.adapter))
          : loadAdapter(adapters, apiFormat).then(adapter => toBody(toSent(body, adapter)))
      keep(toLive(playground.send(sent, onUpdate, columnId, apiFormats[apiFormat].path)))
    },
    stop: playground.stopSlot,
    stopAll: playground.stop,
    endAll() {
      playground.stop()
      const ended = readRunning().map(live => ({
        ...live,
        run: toStopped(live.run),
        record: { ...live.record, state: 'stopped' as const },
      }))
      playground.drop()
      for (const live of ended) {
        onSettled(live)
        keep(live)
      }
    },
    readColumn,
    readTurn(turnId) {
      // Read for every turn on every frame.
      for (const live of read().byColumn.values())
        if (live.turnId === turnId && live.run.state === 'running') return live
      return null
    },
    readRunning,
    restore: (columnId, turnId, run, record) => keep({ columnId, turnId, run, record, restored: true }),
    replay(columnId, eventCount) {
      const live = readColumn(columnId)
      if (live === null || eventCount === null) return update(state => ({ ...state, replayed: null }))
      const position = { turnId: live.turnId, eventCount }
      const show = (adapter: AdapterState) =>
        update(state => ({
          ...state,
          replayed: { ...position, record: replayRecord(live, eventCount, adapter) },
        }))
      const format = apiFormatOf(live.run.request.path)
      const state = adapters.read(format)
      show(state)
      if (state.status === 'ready') return
      void adapters.load(format).then(loaded => {
        const { replayed } = read()
        if (replayed?.turnId === position.turnId && replayed.eventCount === eventCount) show(loaded)
      })
    },
    readReplay(turnId) {
      const { replayed } = read()
      return replayed?.turnId === turnId ? replayed.record : null
    },
    clear() {
      playground.drop()
      update(() => noRuns)
    },
    subscribe,
  }
}

/** An answer as it was after the first events of its run; complete after the last one. */
export function replayRecord(
  { record, run }: Pick<LiveRun, 'record' | 'run'>,
  eventCount: number,
  adapter: AdapterState,
): AnswerRecord {
  if (eventCount >= run.events.length) return record
  if (adapter.status === 'failed') {
    const failure = { kind: 'unreachable', message: adapter.message } as const
    return { ...record, state: 'failed', answer: emptyAnswer, failure }
  }
  const events = run.events.slice(0, eventCount)
  const lastMs = events.at(-1)?.atMs ?? 0
  return {
    ...record,
    state: 'running',
    answer: readProgress(noProgress, { ...run, events }, readerOf(adapter)).answer,
    firstMs: record.firstMs !== null && record.firstMs <= lastMs ? record.firstMs : null,
    totalMs: null,
    failure: null,
  }
}

/** Until the adapter is loaded, nothing was sent, and nothing is there to read. */
function readerOf(state: AdapterState): AnswerReader {
  return state.status === 'ready'
    ? state.adapter
    : { readEvent: answer => answer, readBody: () => emptyAnswer }
}

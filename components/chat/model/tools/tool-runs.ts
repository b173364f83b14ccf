import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import type { Run } from '#lib/client/run.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { chosenChoice } from '#components/chat/model/answer.ts'
import type { ChatState, Column } from '#components/chat/model/chat-state.ts'
import { readPath, type Turn } from '#components/chat/model/conversation.ts'
import { countRounds, toAnswerKey, type ToolAnswer } from '#components/chat/model/draft/tool-answers.ts'
import type { LiveRun } from '#components/chat/model/run/live-runs.ts'
import type { Playground } from '#components/playground/run/model/create-playground.ts'

/** The names of the tools that the console can run; the other tools are answered by hand. */
const builtInNames: ReadonlySet<string> = new Set(['search_library', 'search_web'])

/** Most rounds of automatic tool calls per user message. */
export const roundsMax = 5

/** A request of a round: the one whose answer called tools, or the call of a tool. */
export interface RoundRun {
  readonly columnId: string
  /** The answer that called. */
  readonly turnId: string
  /** Position of the call in its answer; null: the request of the round itself. */
  readonly index: number | null
  readonly run: Run
}

export interface ToolRuns extends Pick<StateStore<ToolRunsState>, 'read' | 'subscribe'> {
  /** Runs the calls of an answer if the round is not beyond the limit; called when the answer ends. */
  readonly onAnswered: (live: LiveRun) => void
  /** Runs the calls of an answer, whatever the round. */
  readonly start: (columnId: string, turnId: string) => void
  readonly clear: () => void
}

export interface ToolRunsState {
  /** Columns whose calls are running. */
  readonly busy: readonly string[]
  readonly runs: readonly RoundRun[]
}

export interface ToolRunsDeps {
  readonly playground: Pick<Playground<ChatState>, 'begin' | 'drop' | 'isRunning' | 'read' | 'update'>
  readonly sendToolAnswers: (columnId: string, turnId: string, answers: readonly ToolAnswer[]) => void
}

const nothing: ToolRunsState = { busy: [], runs: [] }

const runsMax = 100

/** Runs calls of the built-in tools through the public API, and sends their results back. */
export function createToolRuns({ playground, sendToolAnswers }: ToolRunsDeps): ToolRuns {
  const { read, subscribe, update } = createStateStore(nothing)
  const keep = (round: RoundRun) =>
    update(state => ({
      ...state,
      runs: [...state.runs.filter(each => !isSame(each, round)), round].slice(-runsMax),
    }))
  const find = (columnId: string, turnId: string) => {
    const column = playground.read().columns.find(({ id }) => id === columnId)
    const turn = column?.conversation.turns[turnId]
    return column && turn ? { column, turn } : null
  }

  async function start(columnId: string, turnId: string): Promise<void> {
    const found = find(columnId, turnId)
    if (found === null || playground.isRunning(columnId)) return
    const signal = begin(columnId)
    const { runTool } = await import('./run-tool.ts')
    const calls = readCalls(found.turn)
    await Promise.all(
      calls.map(async (call, index) => {
        const key = toAnswerKey(turnId, index)
        if (signal.aborted || playground.read().toolAnswers[key]) return
        const onRun = (run: Run) => keep({ columnId, turnId, index, run })
        const content = await runTool(call, found.column.params, { index, signal, onRun })
        if (content === null || signal.aborted) return
        playground.update(state => ({ ...state, toolAnswers: { ...state.toolAnswers, [key]: content } }))
      }),
    )
    if (signal.aborted) return
    playground.drop(columnId)
    const { toolAnswers } = playground.read()
    const answers = calls.map(({ id }, index) => ({
      callId: id,
      content: toolAnswers[toAnswerKey(turnId, index)] ?? '',
    }))
    if (answers.every(({ content }) => content !== '')) sendToolAnswers(columnId, turnId, answers)
  }

  /** Takes the slot of the column until the calls end or are stopped. */
  function begin(columnId: string): AbortSignal {
    const signal = playground.begin(columnId)
    update(state => ({ ...state, busy: [...state.busy, columnId] }))
    signal.addEventListener('abort', () => {
      playground.drop(columnId)
      update(state => ({ ...state, busy: state.busy.filter(id => id !== columnId) }))
    })
    return signal
  }

  return {
    read,
    subscribe,
    onAnswered({ columnId, turnId, run, record }) {
      const found = find(columnId, turnId)
      if (found === null || record.state !== 'done') return
      if (!chosenChoice(record).toolCalls.some(isBuiltInName)) return
      keep({ columnId, turnId, index: null, run })
      if (countRounds(readPath(found.column.conversation), turnId) <= roundsMax) void start(columnId, turnId)
    },
    start: (columnId, turnId) => void start(columnId, turnId),
    clear: () => update(() => nothing),
  }
}

/** Whether a call has the name of a built-in tool. */
export function isBuiltInName({ function: { name } }: ToolCall): boolean {
  return builtInNames.has(name)
}

/** The requests of the current question of a column, in order: each round, then its calls. */
export function readRounds(
  { runs }: ToolRunsState,
  column: Column,
): readonly (RoundRun & { label: string })[] {
  const path = readPath(column.conversation)
  const asked = path.findLastIndex(({ message }) => message.role === 'user')
  return path.slice(asked + 1).flatMap(turn => {
    const round = countRounds(path, turn.id)
    const calls = readCalls(turn)
    return runs
      .filter(({ columnId, turnId }) => columnId === column.id && turnId === turn.id)
      .toSorted((one, other) => (one.index ?? -1) - (other.index ?? -1))
      .map(each => ({ ...each, label: toLabel(round, calls, each.index) }))
  })
}

/** `Round 1`, `Round 1 · search_web`, and `Round 1 · search_web 2` for another call of the same tool. */
function toLabel(round: number, calls: readonly ToolCall[], index: number | null): string {
  if (index === null) return `Round ${round}`
  const name = calls[index]?.function.name ?? ''
  const earlier = calls.slice(0, index).filter(call => call.function.name === name).length
  return `Round ${round} · ${name}${earlier === 0 ? '' : ` ${earlier + 1}`}`
}

function readCalls({ message }: Turn): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : []
}

function isSame(one: RoundRun, other: RoundRun): boolean {
  return one.columnId === other.columnId && one.turnId === other.turnId && one.index === other.index
}

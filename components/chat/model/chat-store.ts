import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { Begun } from './run/begin-run.ts'
import { beginRun, beginRunAfter } from './run/begin-run.ts'
import type { ChatState } from './chat-state.ts'
import { updateConversation } from './chat-state.ts'
import type { Turn } from './conversation.ts'
import { addTurn } from './conversation.ts'
import { branchTurn, readConcerned } from './edit-turn.ts'
import type { StartRun } from '#lib/client/send.ts'
import type { LiveRuns } from './run/live-runs.ts'
import { createLiveRuns } from './run/live-runs.ts'
import { settleRun } from './run/settle-run.ts'
import type { ToolAnswer } from './draft/tool-answers.ts'
import { answerToolCalls } from './draft/tool-answers.ts'

/**
 * The chat of one page: its state, its runs, and every action that starts one. Nothing runs without an
 * action.
 */
export interface ChatStore {
  readonly runs: LiveRuns
  readonly read: () => ChatState
  /** The state including running answers: saved each second. */
  readonly readWithPartials: () => ChatState
  readonly update: (change: (state: ChatState) => ChatState) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Sends the pending message in every column, or regenerates. */
  readonly run: () => void
  /** Requests another answer below a turn. */
  readonly runAfter: (columnId: string, parentId: string | null) => void
  /** Opens a branch with a changed message and requests its answer in every column that has the question. */
  readonly editAndRun: (columnId: string, turnId: string, message: ChatMessage) => void
  /** Sends the answers to the tool calls of a turn. */
  readonly sendToolAnswers: (columnId: string, turnId: string, answers: readonly ToolAnswer[]) => void
  /** Continues a stopped answer. */
  readonly continueAnswer: (columnId: string, turnId: string) => void
}

export const continueText = 'Continue exactly where you stopped.'

export interface ChatStoreOptions {
  readonly initial: ChatState
  readonly path: string
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartRun
}

export function createChatStore({ initial, path, newId, now = Date.now, send }: ChatStoreOptions): ChatStore {
  let state = initial
  const listeners = new Set<() => void>()
  const update = (change: (state: ChatState) => ChatState) => {
    const next = change(state)
    if (next === state) return
    state = next
    listeners.forEach(listener => listener())
  }
  const runs = createLiveRuns(
    path,
    ({ columnId, turnId, record }) => update(before => settleRun(before, columnId, turnId, record)),
    send,
  )

  function begin(begun: Begun): void {
    update(() => begun.state)
    begun.starts.forEach(start => runs.start(start, JSON.stringify(start.body)))
  }
  const isRunning = (columnId: string) => runs.readColumn(columnId)?.run.state === 'running'
  const runAfter = (columnId: string, parentId: string | null) => {
    if (!isRunning(columnId)) begin(beginRunAfter(state, columnId, parentId, newId, now()))
  }
  const findTurn = (columnId: string, turnId: string) =>
    state.columns.find(({ id }) => id === columnId)?.conversation.turns[turnId]

  return {
    runs,
    read: () => state,
    readWithPartials: () =>
      runs
        .readRunning()
        .reduce((all, { columnId, turnId, record }) => settleRun(all, columnId, turnId, record), state),
    update,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    run() {
      if (runs.readRunning().length > 0) return
      const ids = state.columns.map(({ id }) => id)
      begin(beginRun(state, ids, newId, now()))
    },
    runAfter,
    editAndRun(columnId, turnId, message) {
      const columnIds = readConcerned(state, columnId, turnId)
      if (columnIds.some(isRunning)) return
      const branch = newId()
      update(before => branchTurn(before, columnId, turnId, message, branch))
      columnIds.forEach(id => runAfter(id, branch))
    },
    sendToolAnswers(columnId, turnId, answers) {
      const turn = findTurn(columnId, turnId)
      if (!turn || isRunning(columnId)) return
      const answered = answerToolCalls(state, columnId, turn, answers, newId)
      update(() => answered.state)
      runAfter(columnId, answered.lastId)
    },
    continueAnswer(columnId, turnId) {
      const turn = findTurn(columnId, turnId)
      if (!turn || isRunning(columnId)) return
      const id = newId()
      const message: ChatMessage = { role: 'user', content: continueText }
      update(before =>
        addUserTurn(before, columnId, { id, parentId: turnId, message, muted: false, answer: null }),
      )
      runAfter(columnId, id)
    },
  }
}

function addUserTurn(state: ChatState, columnId: string, turn: Turn): ChatState {
  return updateConversation(state, columnId, conversation => addTurn(conversation, turn))
}

import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import {
  createPlayground,
  type PlaygroundOptions,
} from '#components/playground/run/model/create-playground.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { type AdapterLoader, createAdapterLoader } from './api-format/adapter-loader.ts'
import type { Begun } from './run/begin-run.ts'
import { beginRun, beginRunAfter } from './run/begin-run.ts'
import type { ChatState } from './chat-state.ts'
import { updateConversation } from './chat-state.ts'
import type { Turn } from './conversation.ts'
import { addTurn } from './conversation.ts'
import { createToolRuns, type ToolRuns } from './tools/tool-runs.ts'
import { branchTurn, readConcerned } from './edit-turn.ts'
import type { LiveRun, LiveRuns } from './run/live-runs.ts'
import { createLiveRuns } from './run/live-runs.ts'
import { settleRun } from './run/settle-run.ts'
import type { ToolAnswer } from './draft/tool-answers.ts'
import { answerToolCalls } from './draft/tool-answers.ts'

/** A file of the composer until its text has arrived. */
export interface FileUpload {
  readonly id: string
  readonly file: File
  readonly stage:
    | { readonly kind: 'uploading'; readonly sentBytes: number; readonly totalBytes: number }
    | { readonly kind: 'reading' }
    | { readonly kind: 'failed'; readonly reason: string; readonly canRetry: boolean }
  readonly stop: () => void
}

/** The chat of one page, its runs, and its actions. */
export interface ChatStore extends StateStore<ChatState> {
  readonly runs: LiveRuns
  /** Those of the API formats that its columns are sent in. */
  readonly adapters: AdapterLoader
  /** Calls of built-in tools. */
  readonly tools: ToolRuns
  /** Outside of the chat: a reload loses the bytes. */
  readonly uploads: StateStore<readonly FileUpload[]>
  /** Cancels all uploads when another chat is opened. */
  readonly clearUploads: () => void
  /** The state including running answers: saved each second. */
  readonly readWithPartials: () => ChatState
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

export interface ChatStoreOptions extends PlaygroundOptions<ChatState> {
  readonly adapters?: AdapterLoader
}

export function createChatStore({
  adapters = createAdapterLoader(),
  ...options
}: ChatStoreOptions): ChatStore {
  const { newId, now = Date.now } = options
  const playground = createPlayground(options)
  const { read, update } = playground
  const settle = (state: ChatState, { columnId, turnId, record }: LiveRun) =>
    settleRun(state, columnId, turnId, record)
  const onSettled = (live: LiveRun) => {
    update(state => settle(state, live))
    tools.onAnswered(live)
  }
  const runs = createLiveRuns(playground, onSettled, adapters)

  const uploads = createStateStore<readonly FileUpload[]>([])

  function begin(begun: Begun): void {
    update(() => begun.state)
    begun.starts.forEach(runs.start)
  }
  const runAfter = (columnId: string, parentId: string | null) => {
    if (!playground.isRunning(columnId)) begin(beginRunAfter(read(), columnId, parentId, newId, now()))
  }
  const findTurn = (columnId: string, turnId: string) =>
    read().columns.find(({ id }) => id === columnId)?.conversation.turns[turnId]

  const sendToolAnswers: ChatStore['sendToolAnswers'] = (columnId, turnId, answers) => {
    const turn = findTurn(columnId, turnId)
    if (!turn || playground.isRunning(columnId)) return
    const answered = answerToolCalls(read(), columnId, turn, answers, newId)
    update(() => answered.state)
    runAfter(columnId, answered.lastId)
  }
  const tools = createToolRuns({ playground, sendToolAnswers })

  return {
    ...playground,
    tools,
    runs,
    adapters,
    uploads,
    clearUploads() {
      const stopped = uploads.read()
      uploads.update(() => [])
      stopped.forEach(({ stop }) => stop())
    },
    readWithPartials: () => runs.readRunning().reduce(settle, read()),
    run() {
      if (playground.runningCount() > 0) return
      const ids = read().columns.map(({ id }) => id)
      begin(beginRun(read(), ids, newId, now()))
    },
    runAfter,
    editAndRun(columnId, turnId, message) {
      const columnIds = readConcerned(read(), columnId, turnId)
      if (columnIds.some(playground.isRunning)) return
      const branch = newId()
      update(before => branchTurn(before, columnId, turnId, message, branch))
      columnIds.forEach(id => runAfter(id, branch))
    },
    sendToolAnswers,
    continueAnswer(columnId, turnId) {
      const turn = findTurn(columnId, turnId)
      if (!turn || playground.isRunning(columnId)) return
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

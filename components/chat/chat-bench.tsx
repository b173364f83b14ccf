'use client'
import { lazy, Suspense, useMemo } from 'react'
import { Bench } from '#components/playground/bench.tsx'
import type { TokenEstimate } from '#lib/client/run-usage.ts'
import { readChatVariables, toChatBody } from '#lib/client/chat/chat-body.ts'
import { type ChatState, readActive } from '#lib/client/chat/chat-state.ts'
import { readFigures } from '#lib/client/chat/figures.ts'
import type { LiveRun } from '#lib/client/chat/live-runs.ts'
import { readPath } from '#lib/client/chat/conversation.ts'
import { openBodies } from '#lib/client/chat/draft-file.ts'
import { newId } from '#lib/client/new-id.ts'
import { openSent } from '#lib/client/chat/open-sent.ts'
import { reconcileBody } from '#lib/client/chat/reconcile-body.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { useChatState, useChatStore, useRunning } from './chat-context.ts'
import { ChatEditor } from './chat-editor.tsx'
import { ChatHeaderActions } from './chat-header-actions.tsx'
import { UsageSwitch } from './usage-switch.tsx'
import { useColumnRun } from './use-column-run.ts'
import { MissingVariables } from './missing-variables.tsx'
import { useChatSession } from './chat-session-context.ts'

const ownFields = ['messages', 'tools', 'tool_choice', 'response_format', 'stream_options']
const firstParameters = ['temperature', 'max_tokens', 'top_p', 'stream']
// Loaded with the first run: an empty playground has nothing to show.
const ChatResult = lazy(() => import('./chat-result.tsx').then(module => ({ default: module.ChatResult })))
// Outside of the component: the same elements each time, so that a frame of a stream draws one answer and no more.
const editor = <ChatEditor />
const result = (
  <Suspense>
    <ChatResult />
  </Suspense>
)
const headerActions = <ChatHeaderActions />

/** Ties the chat to the bench: its draft is the request of the active column. */
export function ChatBench({ contract }: { contract: ContractInfo }) {
  const store = useChatStore()
  const state = useChatState()
  const column = readActive(state)
  const running = useRunning()
  const live = useColumnRun(column.id)
  const session = useChatSession()
  const draft = useMemo<Draft>(() => {
    const others = state.columns.filter(each => each !== column).map(each => toChatBody(state, each))
    const body = toChatBody(state, column)
    return {
      contract: contract.id,
      body,
      ...(others.length > 0 && { others }),
      ...(state.origin && { origin: state.origin }),
    }
  }, [contract.id, state, column])
  const change = (next: Draft) => {
    // Only a link brings other columns than those that are here.
    if (next.others && next.others !== draft.others) {
      const { variables, mocks } = store.read()
      session.replace({ ...openBodies([next.body, ...next.others], newId), variables, mocks })
      return
    }
    // An example, a link or a pasted curl is of no other playground any more.
    const kept = next.origin === undefined ? withoutOrigin : (same: ChatState) => same
    store.update(before => kept(reconcileBody(before, column.id, next.body, newId)))
  }
  const missing = useMemo(() => readChatVariables(state).missing, [state])
  // A comparison shows its columns before anything ran: they say what will be compared.
  const begun =
    state.columns.length > 1 ||
    state.columns.some(({ conversation }) => readPath(conversation).some(({ answer }) => answer))

  return (
    <Bench
      title="Chat"
      contract={contract}
      draft={draft}
      onDraftChange={change}
      onOpenDraft={sent => session.replace(openSent(store.read(), sent, newId))}
      run={live?.run ?? null}
      estimate={live && readEstimate(live)}
      onRun={() => missing.length === 0 && store.run()}
      onStop={store.runs.stopAll}
      onReplay={eventCount => store.runs.replay(column.id, eventCount)}
      running={running}
      showsFailure={false}
      editor={editor}
      result={begun ? result : null}
      ownFields={ownFields}
      firstParameters={firstParameters}
      extraParameter={column.params['stream'] === true && <UsageSwitch />}
      headerActions={headerActions}
      runBarNote={missing.length > 0 && <MissingVariables names={missing} />}
      onOpenEntry={entry => session.openEntry(entry)}
    />
  )
}

function withoutOrigin(state: ChatState): ChatState {
  const { origin, ...rest } = state
  return origin === undefined ? state : rest
}

/** For the footer, where the server says nothing of tokens: the same estimate as below the answer. */
function readEstimate({ run, record }: LiveRun): TokenEstimate | null {
  return run.state === 'running' ? null : readFigures(record, null)
}

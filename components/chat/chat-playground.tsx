'use client'

import dynamic from 'next/dynamic'
import {
  useEffect,
  useState,
  useSyncExternalStore,
  lazy,
  Suspense,
  useMemo,
  useRef,
  type ReactNode,
} from 'react'
import {
  createChat,
  type ChatState,
  type Column,
  readActive,
  updateColumn,
  addColumn,
  columnsMax,
  readModelId,
  startParams,
} from './model/chat-state.ts'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '#lib/client/models.ts'
import { otherModel } from '#components/playground/form/choose-model.ts'
import { createChatStore, type FileUpload } from './model/chat-store.ts'
import { newId } from '#lib/client/new-id.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import {
  ChatContext,
  LibraryItemsContext,
  SessionContext,
  useChatSession,
  useAdapter,
  useChatState,
  useChatStore,
  useRunning,
  useToolRuns,
  useUploads,
} from './chat-context.ts'
import { toAnnouncement } from './model/run/announcement.ts'
import { HeaderAction } from '#components/playground/layout/header-action.tsx'
import { PlaygroundLayout } from '#components/playground/layout/playground-layout.tsx'
import type { TokenEstimate } from '#components/playground/run/model/run-usage.ts'
import { readChatVariables, toChatBody } from './model/draft/chat-body.ts'
import { readFigures } from './model/run/figures.ts'
import { readRounds } from './model/tools/tool-runs.ts'
import type { ShownRequest } from '#components/playground/http/use-shown-request.ts'
import { readJson } from '#lib/read-json.ts'
import type { LiveRun } from './model/run/live-runs.ts'
import { createColumnRuns } from './model/run/column-runs.ts'
import { readPath } from './model/conversation.ts'
import {
  openDraft,
  openExample,
  openHandoffDraft,
  setApiFormat,
  toDraftFormats,
  withoutOrigin,
} from './model/draft/open-draft.ts'
import { apiFormatOf, apiFormats, readApiFormat } from './model/api-format/api-formats.ts'
import { FormatLoading, FormatNotes, FormatSwitch } from './send-as.tsx'
import { toSentRequest } from './model/api-format/sent-request.ts'
import { reconcileBody } from './model/draft/reconcile-body.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { Composer } from './composer.tsx'
import { SystemRow } from './system-row.tsx'
import { DefaultBodyContext } from '#components/playground/form/default-body-context.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { formatCountOf } from '#lib/client/format.ts'
import { toObject } from '#lib/client/json-value.ts'
import { Columns2, Ellipsis, SquarePen } from 'lucide-react'
import { downloadExport } from '#components/playground/download.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useOpenSession } from '#components/playground/layout/persisted-session-context.ts'
import { ContractContext } from '#components/playground/layout/playground-context.ts'
import { focusMain } from '#components/shell/focus-main-input.ts'
import { createChatSession } from './model/chat-session.ts'
import { columnLabel } from './column-tabs.tsx'

/** The chat playground: one to four columns in the shared playground layout. */
export function ChatPlayground({
  contract,
  libraryItems,
}: {
  contract: ContractInfo
  libraryItems: number | null
}) {
  const [store] = useState(() => {
    // The first id must match between server and browser, or hydration fails.
    const initial = createChat([], () => 'column-1')
    return createChatStore({ initial, path: contract.path, newId })
  })
  const session = useOpenSession(options => createChatSession({ store, newId, ...options }))
  return (
    <ChatContext value={store}>
      <SessionContext value={session}>
        <ContractContext value={contract}>
          <LibraryItemsContext value={libraryItems}>
            <ChatPlaygroundLayout contract={contract} />
          </LibraryItemsContext>
          {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
          <Announcer />
        </ContractContext>
      </SessionContext>
    </ChatContext>
  )
}

/**
 * Announces the run state to screen readers: started, finished, stopped, failed; never the text of an answer.
 */
function Announcer() {
  const { runs } = useChatStore()
  const { columns } = useChatState()
  const text = useSyncExternalStore(
    runs.subscribe,
    () =>
      columns
        .map((column, index) => {
          const live = runs.readColumn(column.id)
          const said = live && !live.restored ? toAnnouncement(live.record) : ''
          return said !== '' && columns.length > 1 ? `${columnLabel(column, index)}: ${said}` : said
        })
        .filter(said => said !== '')
        .join('. '),
    () => '',
  )
  return <output className="sr-only">{text}</output>
}

const ownFields = ['messages', 'tools', 'tool_choice', 'response_format', 'stream_options']
const firstParameters = ['temperature', 'max_tokens', 'top_p', 'stream']
// Loaded with the first run: there is nothing to show before.
const ChatResult = lazy(() => import('./chat-result.tsx').then(module => ({ default: module.ChatResult })))
// After hydration: the conversation and the composer come first.
const ChatEditor = dynamic(() => import('./chat-editor.tsx').then(module => module.ChatEditor), {
  ssr: false,
  loading: () => <div className="min-h-40" />,
})
// Outside of the component, for stable elements: a stream frame then renders only one answer.
const editor = <ChatEditor />
const dock = (runBar: ReactNode) => <Composer runBar={runBar} />
const result = (
  <Suspense>
    <ChatResult />
  </Suspense>
)

const headerActions = <ChatHeaderActions />
const moreActions = <ChatMoreActions />

/** Connects the chat to the playground layout: its draft is the request of the active column. */
function ChatPlaygroundLayout({ contract }: { contract: ContractInfo }) {
  const store = useChatStore()
  const state = useChatState()
  const column = readActive(state)
  const running = useRunning()
  const lives = useColumnRuns(state.columns)
  const live = lives[state.columns.indexOf(column)] ?? null
  const session = useChatSession()
  const rounds = useRounds(column, contract)
  const draft = useMemo<Draft>(() => {
    const others = state.columns.filter(each => each !== column).map(each => toChatBody(state, each))
    const body = toChatBody(state, column)
    return {
      contract: contract.id,
      body,
      ...(others.length > 0 && { others }),
      ...toDraftFormats([column, ...state.columns.filter(each => each !== column)]),
      ...(state.origin && { origin: state.origin }),
    }
  }, [contract.id, state, column])
  const change = (next: Draft) => {
    // Only a link brings columns other than the current ones.
    if (next.others && next.others !== draft.others) {
      const { variables, mocks } = store.read()
      session.replace({ ...openDraft(next, newId), variables, mocks })
      return
    }
    // An example, a link or a pasted curl command has no origin in another playground.
    const kept = next.origin === undefined ? withoutOrigin : (same: ChatState) => same
    const nextFormat = readApiFormat(next.apiFormats?.[0])
    store.update(before =>
      kept(setApiFormat(reconcileBody(before, column.id, next.body, newId), column.id, nextFormat)),
    )
  }
  const format = column.apiFormat ?? 'chat'
  const loaded = useAdapter(format)
  const sent = useMemo(
    () => (loaded.status === 'ready' ? toSentRequest(contract, draft, format, loaded.adapter) : null),
    [contract, draft, format, loaded],
  )
  useOtherAdapters(state.columns)
  const reading = useUploads().filter(isReading).length
  const missing = useMemo(() => readChatVariables(state).missing, [state])
  // A comparison shows its columns before the first run, so that it is clear what is compared.
  const begun =
    state.columns.length > 1 || state.columns.some(({ conversation }) => readPath(conversation).length > 0)

  return (
    <DefaultBodyContext value={startParams}>
      <PlaygroundLayout
        title="Chat"
        contract={contract}
        draft={draft}
        sent={sent}
        codeHead={<FormatSwitch className="self-start" />}
        sentPlaceholder={<FormatLoading format={format} />}
        codeNotes={sent !== null && sent.notes.length > 0 && <FormatNotes notes={sent.notes} />}
        onDraftChange={change}
        onOpenExample={({ body }) => {
          // The conversation replaces the list of examples, and with it the focused button.
          if (document.activeElement?.matches(':focus-visible')) focusMain()
          store.update(before => openExample(before, body, newId))
        }}
        // In place of a comparison, whose other columns would run too.
        onOpenRequest={request => session.replace(openDraft(request, newId))}
        onOpenDraft={handoff => session.replace(openHandoffDraft(store.read(), handoff, newId))}
        run={live?.run ?? null}
        summarized={lives.flatMap(each => each?.run ?? [])}
        estimate={live && lives.length === 1 ? readEstimate(live) : null}
        onRun={() => missing.length === 0 && !store.uploads.read().some(isReading) && store.run()}
        onStop={store.runs.stopAll}
        onReplay={eventCount => store.runs.replay(column.id, eventCount)}
        running={running}
        alternatives={rounds}
        showsFailure={false}
        editor={editor}
        dock={dock}
        result={begun ? result : null}
        ownFields={ownFields}
        firstParameters={firstParameters}
        extraParameter={column.params['stream'] === true && <UsageSwitch />}
        headerActions={headerActions}
        moreActions={moreActions}
        resultLabel="Conversation"
        runBarNote={
          (missing.length > 0 && <MissingVariables names={missing} />) ||
          (reading > 0 && (
            <span role="status" className="text-warn">
              Reading {formatCountOf(reading, 'file')}; run when done
            </span>
          )) ||
          (column.apiFormat && <span>as {apiFormats[column.apiFormat].label}</span>)
        }
        onOpenEntry={entry => session.openEntry(entry)}
        emptyHead={<SystemRow column={column} />}
      />
    </DefaultBodyContext>
  )
}

/** The other columns run with the active one. */
function useOtherAdapters(columns: readonly Column[]): void {
  const { adapters } = useChatStore()
  useEffect(() => {
    for (const { apiFormat = 'chat' } of columns) void adapters.load(apiFormat)
  }, [adapters, columns])
}

/** The rounds of the current question and their calls of built-in tools, for HTTP and Code. */
function useRounds(column: Column, contract: ContractInfo): readonly ShownRequest[] {
  const calls = useToolRuns()
  return useMemo(
    () =>
      readRounds(calls, column).map(({ label, index, run }) => {
        const { path, body } = run.request
        const id = index === null ? apiFormatOf(path) : path
        return {
          label,
          // The views need no more of the contract of a call than its path.
          contract: { ...contract, id, path, streams: index === null },
          draft: { contract: id, body: toObject(readJson(body)) },
          run,
        }
      }),
    [calls, column, contract],
  )
}

function isReading({ stage }: FileUpload): boolean {
  return stage.kind !== 'failed'
}

/** For the footer, when the server reports no tokens: the same estimate as below the answer. */
function readEstimate({ run, record }: LiveRun): TokenEstimate | null {
  return run.state === 'running' ? null : readFigures(record, null)
}

/** Names the variables that block Run. */
function MissingVariables({ names }: { names: readonly string[] }) {
  return (
    <span role="alert" className="text-warn">
      {names.length === 1 ? 'Set a value for ' : 'Set values for '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{`{{${name}}}`}</code>
        </span>
      ))}
    </span>
  )
}

/** Whether a stream ends with its token counts; without them every figure is an estimate. */
function UsageSwitch() {
  const store = useChatStore()
  const column = readActive(useChatState())
  const options = toObject(column.params['stream_options'])
  const write = (on: boolean) =>
    store.update(state =>
      updateColumn(state, column.id, each => {
        const { stream_options: _before, ...params } = each.params
        const { include_usage: _usage, ...rest } = options
        const next = on ? { ...rest, include_usage: true } : rest
        return {
          ...each,
          params: Object.keys(next).length === 0 ? params : { ...params, stream_options: next },
        }
      }),
    )
  return (
    <div data-field="stream_options" className="flex min-h-6 items-center justify-between gap-2">
      <Tooltip text="Adds token counts to the end of the stream; without them, figures are estimates">
        <span className="flex items-baseline gap-1.5">
          Token counts <code className="text-2xs text-muted">include_usage</code>
        </span>
      </Tooltip>
      <Switch
        label="include_usage: token counts at the end of the stream"
        checked={options['include_usage'] === true}
        onChange={write}
      />
    </div>
  )
}

/** The runs of the columns for HTTP and footer: states change immediately, events a few times per second. */
function useColumnRuns(columns: readonly Column[]): readonly (LiveRun | null)[] {
  const { runs } = useChatStore()
  const ids = columns.map(({ id }) => id).join(' ')
  const { subscribe, read } = useMemo(() => createColumnRuns(runs, ids.split(' ')), [runs, ids])
  return useSyncExternalStore(subscribe, read, () => noRuns)
}

const noRuns: readonly null[] = []

/** Starts over, and adds a column. */
function ChatHeaderActions() {
  const session = useChatSession()
  const { columns, full, compare } = useCompare()
  return (
    <>
      <HeaderAction icon={SquarePen} label="New" aria-label="New chat" onClick={() => session.startNew()} />
      <HeaderAction
        icon={Columns2}
        label={columns.length > 1 ? 'Add column' : 'Compare'}
        className="max-sm:hidden"
        disabled={full}
        focusableWhenDisabled
        onClick={compare}
      />
    </>
  )
}

/** Adds a column with another model, up to the maximum and not during a run. */
function useCompare() {
  const store = useChatStore()
  const { columns } = useChatState()
  const running = useRunning()
  const { data: models } = useQuery(modelsQuery)
  const compare = () =>
    store.update(state => {
      const compared = state.columns.map(readModelId)
      return addColumn(state, newId(), models ? otherModel('chat', models, compared) : null)
    })
  return { columns, full: columns.length === columnsMax || running, compare }
}

/** Export and import; on phones also what the header has no room for. */
function ChatMoreActions() {
  const store = useChatStore()
  const session = useChatSession()
  const { columns, full, compare } = useCompare()
  const file = useRef<HTMLInputElement>(null)

  const saveMarkdown = async () => {
    const { toMarkdown } = await import('./model/to-markdown.ts')
    downloadExport('conversation.md', toMarkdown(store.readWithPartials()), 'text/markdown')
  }
  const saveRequest = async () => {
    const { toDraftFile } = await import('./model/draft/draft-file.ts')
    downloadExport('chat.json', toDraftFile(store.read()), 'application/json')
  }
  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    const { readDraftFile } = await import('./model/draft/draft-file.ts')
    const state = readDraftFile(await chosen.text(), newId)
    if (typeof state === 'string') return showToast('Could not open the file', { description: state })
    session.replace(state)
    showToast('Request opened from file. Nothing has run.', { untilRun: true })
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label="More">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        actions={[
          { label: 'New chat', onSelect: () => session.startNew() },
          { label: columns.length > 1 ? 'Add column' : 'Compare', disabled: full, onSelect: compare },
          {
            label: 'Conversation (Markdown)',
            onSelect: () => void saveMarkdown(),
          },
          {
            label: 'Request (JSON)',
            onSelect: () => void saveRequest(),
          },
          { label: 'Import request (JSON)', onSelect: () => file.current?.click() },
        ]}
      />
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label="Request file"
        className="hidden"
        onChange={event => {
          void open(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}

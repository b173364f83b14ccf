'use client'

import {
  type ReactNode,
  useState,
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useEffect,
  useEffectEvent,
} from 'react'
import {
  SessionContext,
  useOpenSession,
  usePersistedSession,
} from '#components/playground/layout/persisted-session-context.ts'
import { newId } from '#lib/client/new-id.ts'
import { createSearchSession } from './model/search-session.ts'
import {
  applyDraft,
  asksFollowUp,
  emptySearch,
  pageBody,
  toSearchDraft,
  withQuestion,
} from './model/search-state.ts'
import { createSearchStore } from './model/search-store.ts'
import { isUnavailable } from './model/search-turn.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import {
  type Neighbours,
  NeighboursContext,
  SearchContext,
  useSearch,
  useNeighbours,
  useSearchStore,
} from './search-context.ts'
import { toSearchAnnouncement } from './model/announcement.ts'
import { HeaderAction } from '#components/playground/layout/header-action.tsx'
import { PlaygroundLayout } from '#components/playground/layout/playground-layout.tsx'
import { DefaultBodyContext } from '#components/playground/form/default-body-context.tsx'
import type { ShownRequest } from '#components/playground/http/use-shown-request.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { SearchComposer } from './search-composer.tsx'
import { SearchEditor, readRunsAtOnce } from './search-editor.tsx'
import { SideRunsContext, type SideRun, type TellSideRun } from './side-runs-context.ts'
import { useSearchParams } from 'next/navigation'
import { takeSearch } from '#components/playground/handoff/take-search.ts'
import { listCommands } from '#components/shell/commands.ts'
import { Columns2, SquarePen } from 'lucide-react'
import { useCommands } from '#components/shell/use-commands.ts'
import { otherSetting } from './model/second-setting.ts'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '#lib/client/models.ts'
import { readAnswerModel } from './model/model-name.ts'

/** The search playground: a question, the answer with its sources, and follow-ups. */
export function SearchPlayground({
  contract,
  neighbours,
}: {
  contract: ContractInfo
  neighbours: Neighbours
}) {
  const [store] = useState(() => createSearchStore({ initial: emptySearch(), path: contract.path, newId }))
  const session = useOpenSession(options => createSearchSession({ store, ...options }))
  return (
    <SearchContext value={store}>
      <NeighboursContext value={neighbours}>
        <SessionContext value={session}>
          <SearchPlaygroundLayout contract={contract} />
          {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
          <SearchAnnouncer />
        </SessionContext>
      </NeighboursContext>
    </SearchContext>
  )
}

/** Announces the state of the search to screen readers, never its text. */
function SearchAnnouncer() {
  const { turn, restored } = useSearch()
  return <output className="sr-only">{restored || turn === null ? '' : toSearchAnnouncement(turn)}</output>
}

const ownFields = [
  'params.query',
  'params.focusMode',
  'params.optimizationMode',
  'params.chatModel',
  'params.embeddingModel',
  'params.history',
  'params.library',
]
const firstParameters = ['params.language', 'stream', 'details']
// Loaded with the first run: there is nothing to show before.
const SearchResult = lazy(() =>
  import('./search-result.tsx').then(module => ({ default: module.SearchResult })),
)
const result = (
  <Suspense>
    <SearchResult />
  </Suspense>
)
const editor = <SearchEditor />
const dock = (runBar: ReactNode) => <SearchComposer runBar={runBar} />
const headerActions = <SearchHeaderActions />

type SideRuns = Readonly<Partial<Record<'chat' | 'rerank', SideRun>>>

/** Connects the search to the playground layout; side requests have their own view in HTTP and Code. */
function SearchPlaygroundLayout({ contract }: { contract: ContractInfo }) {
  const store = useSearchStore()
  const session = usePersistedSession()
  const neighbours = useNeighbours()
  const search = useSearch()
  const { body, second, origin, turn, other } = search
  const asksNext = search.next.trim() !== '' && asksFollowUp(search)
  const [sides, setSides] = useState<SideRuns>({})
  const tell = useCallback<TellSideRun>((kind, side) => {
    setSides(({ [kind]: _, ...rest }) => (side === null ? rest : { ...rest, [kind]: side }))
  }, [])
  useAddressQuestion()
  const { data: models } = useQuery(modelsQuery)
  const modelOf = useCallback((request: Draft) => readAnswerModel(request.body, models ?? []), [models])
  const draft = useMemo(() => toSearchDraft({ body, second, origin }), [body, second, origin])
  const requests = useMemo<readonly Draft[]>(
    () => [draft, ...(draft.others ?? []).map(each => ({ contract: draft.contract, body: each }))],
    [draft],
  )
  const runs = useMemo(() => [turn, other].flatMap(each => (each === null ? [] : each.run)), [turn, other])
  const alternatives = useMemo(
    () =>
      (['chat', 'rerank'] as const).flatMap((kind): readonly ShownRequest[] => {
        const side = sides[kind]
        const label = kind === 'chat' ? 'Chat' : 'Rerank'
        return side ? [{ label, contract: neighbours[kind], ...side }] : []
      }),
    [sides, neighbours],
  )

  return (
    <SideRunsContext value={tell}>
      <DefaultBodyContext value={pageBody}>
        <PlaygroundLayout
          title="Search"
          contract={contract}
          draft={draft}
          onDraftChange={next => store.update(state => applyDraft(state, next))}
          onOpenDraft={session.openHandoff}
          run={turn?.run ?? null}
          batch={runs}
          modelOf={modelOf}
          requests={requests}
          running={runs.some(({ state }) => state === 'running')}
          alternatives={alternatives}
          onRun={store.run}
          onRetry={store.retry}
          onStop={store.stop}
          editor={editor}
          dock={dock}
          resultLabel="Answer"
          showsFailure={![turn, other].some(each => each !== null && isUnavailable(each))}
          again={turn !== null && !asksNext}
          result={turn === null ? null : result}
          ownFields={ownFields}
          firstParameters={firstParameters}
          headerActions={headerActions}
          onOpenEntry={session.openEntry}
        />
      </DefaultBodyContext>
    </SideRunsContext>
  )
}

/** Fills in the question of `?q=` and focuses Run; it runs automatically only when the user enabled that. */
function useAddressQuestion(): void {
  const question = useSearchParams().get('q')
  const store = useSearchStore()

  const open = useEffectEvent((text: string) => {
    takeSearch('q')
    const { body } = toSearchDraft(emptySearch())
    store.open(applyDraft(emptySearch(), { contract: 'search', body: withQuestion(body, text) }))
    if (!readRunsAtOnce()) return document.querySelector<HTMLElement>('[data-run]')?.focus()
    // After rendering: the action still refers to the previous state.
    setTimeout(() =>
      listCommands()
        .find(({ id }) => id === 'run')
        ?.run(),
    )
  })

  useEffect(() => {
    if (question === null || question.trim() === '') return
    // After the session is restored: the URL takes precedence.
    const timer = setTimeout(() => open(question.trim().slice(0, 4000)))
    return () => clearTimeout(timer)
  }, [question])
}

/** Starts over, and compares two settings. */
function SearchHeaderActions() {
  const session = usePersistedSession()
  const store = useSearchStore()
  const compares = useSearch().second !== null
  const toggle = () =>
    store.update(state => ({ ...state, second: state.second === null ? otherSetting(state.body) : null }))
  useCommands([
    { id: 'new-search', label: 'New search', section: 'Run', run: session.startNew },
    {
      id: 'compare-searches',
      label: compares ? 'Use one setting' : 'Compare two settings',
      section: 'Run',
      run: toggle,
    },
  ])
  return (
    <>
      <HeaderAction icon={SquarePen} label="New" aria-label="New search" onClick={session.startNew} />
      <HeaderAction icon={Columns2} label="Compare" aria-pressed={compares} onClick={toggle} />
    </>
  )
}

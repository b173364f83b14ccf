'use client'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Bench } from '#components/playground/bench.tsx'
import { UsualBodyContext } from '#components/playground/usual-body-context.tsx'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import type { ShownRequest } from '#components/playground/use-shown-request.ts'
import type { Draft } from '#lib/client/draft.ts'
import { applyDraft, pageBody, toSearchDraft } from '#lib/client/search/search-state.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { useNeighbours, useSearch, useSearchStore } from './search-context.ts'
import { SearchEditor } from './search-editor.tsx'
import { SearchHeaderActions } from './search-header-actions.tsx'
import { SideRunsContext, type SideRun, type TellSideRun } from './side-runs-context.ts'
import { useAddressQuestion } from './use-address-question.ts'

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
// Loaded with the first run: an empty playground has nothing to show.
const SearchResult = lazy(() =>
  import('./search-result.tsx').then(module => ({ default: module.SearchResult })),
)
const result = (
  <Suspense>
    <SearchResult />
  </Suspense>
)
const editor = <SearchEditor />
const headerActions = <SearchHeaderActions />

type SideRuns = Readonly<Partial<Record<'chat' | 'rerank', SideRun>>>

/** Ties the search to the bench; what runs beside it has its own request in Wire and Code. */
export function SearchBench({ contract }: { contract: ContractInfo }) {
  const store = useSearchStore()
  const session = useKeptSession()
  const neighbours = useNeighbours()
  const { body, second, origin, turn, other } = useSearch()
  const [sides, setSides] = useState<SideRuns>({})
  const tell = useCallback<TellSideRun>((kind, side) => {
    setSides(({ [kind]: _, ...rest }) => (side === null ? rest : { ...rest, [kind]: side }))
  }, [])
  useAddressQuestion()
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
      <UsualBodyContext value={pageBody}>
        <Bench
          title="Search"
          contract={contract}
          draft={draft}
          onDraftChange={next => store.update(state => applyDraft(state, next))}
          onOpenDraft={session.openSent}
          run={turn?.run ?? null}
          batch={runs}
          requests={requests}
          crowded={other !== null}
          running={runs.some(({ state }) => state === 'running')}
          alternatives={alternatives}
          onRun={store.run}
          onRetry={store.retry}
          onStop={store.stop}
          editor={editor}
          result={turn === null ? null : result}
          ownFields={ownFields}
          firstParameters={firstParameters}
          headerActions={headerActions}
          onOpenEntry={session.openEntry}
        />
      </UsualBodyContext>
    </SideRunsContext>
  )
}

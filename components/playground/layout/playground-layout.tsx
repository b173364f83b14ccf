'use client'

import dynamic from 'next/dynamic'
import { lazy, Suspense, useRef, useState, type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { toBody, type Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { Inspector } from './inspector.tsx'
import { PlaygroundHeader } from './playground-header.tsx'
import { CopyCurl } from '#components/playground/code/copy-curl.tsx'
import { PlaygroundPanes } from './playground-panes.tsx'
import type { PlaygroundLayoutProps } from './playground-layout-props.ts'
import { focusField } from '#components/playground/form/focus-field.ts'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { takesModel } from '#components/playground/form/model/takes-model.ts'
import { RequestPane } from '#components/playground/http/request-pane.tsx'
import { ResultPane } from '#components/playground/run/result-pane.tsx'
import { RunBar } from '#components/playground/run/run-bar.tsx'
import { StatusFooter } from './status-footer.tsx'
import { usePlaygroundCommands } from './use-playground-commands.ts'
import { usePlaygroundTab } from './use-playground-tab.ts'
import { useOpenRequest } from '#components/playground/http/use-open-request.ts'
import { useHandoff } from '#components/playground/handoff/use-handoff.ts'
import { useReplay } from '#components/playground/history/use-replay.ts'
import { useResultKeys } from '#components/playground/run/use-result-keys.ts'
import { type ShownRequest, useShownRequest } from '#components/playground/http/use-shown-request.ts'
import { useSearchParams } from 'next/navigation'
import { closeToastsUntilRun, showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import { takeSearch } from '#components/playground/handoff/take-search.ts'
import { checkDraft, type DraftIssue, withoutFilled } from '#components/playground/form/model/check-draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'

const HttpView = dynamic(
  () => import('#components/playground/http/http-view.tsx').then(module => module.HttpView),
  { ssr: false },
)
const CodeView = dynamic(
  () => import('#components/playground/code/code-view.tsx').then(module => module.CodeView),
  { ssr: false },
)

const ReplayBar = lazy(() =>
  import('#components/playground/history/replay-bar.tsx').then(module => ({ default: module.ReplayBar })),
)
const OriginNote = lazy(() => import('./origin-note.tsx').then(module => ({ default: module.OriginNote })))

const noRuns: readonly Run[] = []
const noRequests: readonly ShownRequest[] = []
/** More requests are a list: they would not fit side by side. */
const segmentsMax = 4

/**
 * The layout of every playground: Result | HTTP | Code with a status line, the request as an inspector, history,
 * links and shortcuts.
 */
export function PlaygroundLayout(props: PlaygroundLayoutProps) {
  const { contract, draft, onDraftChange, run, onStop, ownFields } = props
  const running = props.running ?? run?.state === 'running'
  const runs = props.batch ?? (run === null ? noRuns : [run])
  const total = props.batchTotal ?? runs.length
  const tab = usePlaygroundTab(contract.id)
  const check = useDraftCheck(draft)
  const replay = useReplay(run, props.onReplay)
  const sent = props.sent === undefined ? { contract, draft } : props.sent
  const own = { label: props.title, ...(sent ?? { contract, draft }), run }
  const { shown, labels, choose } = useShownRequest(own, props.alternatives ?? noRequests)
  const isOwn = shown === own
  const isPending = isOwn && sent === null
  const switchProps = {
    label: 'Request',
    choices: labels.map(label => ({ value: label, label })),
    value: shown.label,
    onChange: choose,
  }
  const requestSwitch =
    labels.length > segmentsMax ? (
      <Select {...switchProps} className="w-56 self-start" />
    ) : (
      labels.length > 0 && <Segmented {...switchProps} className="self-start" />
    )
  const latestCheck = useRef(0)
  const [asJson, setAsJson] = useState(false)
  const [jsonProblem, setJsonProblem] = useState<string | null>(null)
  const openAsDraft = (next: Draft) => {
    onDraftChange(next)
    return () => onDraftChange(draft)
  }
  const linked = { contract, draft, onDraftChange, onOpened: check.check }
  useShareLink(linked)
  useShortLink(linked)
  const logged = useOpenRequest({
    contract: contract.id,
    run,
    onOpenDraft: props.onOpenRequest ?? openAsDraft,
    onOpened: check.recheck,
  })
  useOpenRun(contract.id, props.onOpenEntry ?? (entry => onDraftChange(entry.draft)))
  const openedHandoff = useHandoff({
    contract,
    draft,
    onOpenDraft(next) {
      if (!props.dock) tab.showRequest()
      return (props.onOpenDraft ?? openAsDraft)(next)
    },
    // Unfinished input is not an error yet.
    onOpened: check.recheck,
  })

  const [sentHandoff, setSentHandoff] = useState(openedHandoff)

  const send = () => {
    if (running || jsonProblem !== null) return
    setSentHandoff(openedHandoff)
    tab.closeRequest()
    closeToastsUntilRun()
    props.onRun()
  }
  const checkAndSend = async () => {
    if (running || jsonProblem !== null) return
    // The first check loads the validator: a second click before then is the same run, with the newest request.
    const id = ++latestCheck.current
    const [first] = await check.check(draft)
    if (id !== latestCheck.current) return
    if (first === undefined) return send()
    // The sheet would cover the composer, which names the issue and offers to send anyway.
    if (props.dock && tab.narrow) return
    tab.showRequest()
    focusField(first.path)
  }
  const goToField = (path: string) => {
    setAsJson(false)
    tab.showRequest()
    focusField(path)
  }

  const setStream = (on: boolean) => onDraftChange({ ...draft, body: { ...draft.body, stream: on } })

  useResultKeys()
  usePlaygroundCommands({
    contract,
    draft,
    onDraftChange,
    snippet: isPending ? null : shown,
    tab,
    running,
    docked: props.dock !== undefined,
    run: () => void checkAndSend(),
    stop: onStop,
  })

  const placeholder = (
    <div className="flex flex-col items-start gap-3 p-4">
      {props.codeHead}
      {props.sentPlaceholder}
    </div>
  )
  const runBar = (
    <RunBar
      running={running}
      again={props.again ?? run !== null}
      contract={contract}
      draft={draft}
      issues={check.issues}
      problem={jsonProblem}
      note={props.runBarNote}
      modelOf={props.modelOf}
      lastRun={run}
      {...(props.requests && { requests: props.requests })}
      onRun={() => void checkAndSend()}
      onSendAnyway={send}
      onStop={onStop}
    />
  )

  return (
    <>
      <PlaygroundHeader {...props} tab={tab} />
      {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
      <p role="status" className="sr-only">
        {openedHandoff &&
          openedHandoff !== sentHandoff &&
          `Opened ${openedHandoff.origin.label}. Nothing has run.`}
      </p>
      <PlaygroundPanes
        tab={tab}
        resultLabel={props.resultLabel ?? 'Result'}
        inspector={
          <Inspector
            asJson={asJson}
            onAsJson={setAsJson}
            onClose={tab.closeRequest}
            foot={props.dock ? sent === null ? props.sentPlaceholder : <CopyCurl {...sent} /> : runBar}
          >
            <RequestPane
              contract={contract}
              draft={draft}
              onDraftChange={onDraftChange}
              editor={
                <>
                  {!props.dock && takesModel(contract) && (
                    <ModelPicker
                      contract={contract}
                      value={typeof draft.body['model'] === 'string' ? draft.body['model'] : null}
                      onChange={model => onDraftChange({ ...draft, body: { ...draft.body, model } })}
                    />
                  )}
                  <Suspense>
                    {draft.origin && <OriginNote origin={draft.origin} opened={openedHandoff} />}
                  </Suspense>
                  {props.editor}
                </>
              }
              ownFields={ownFields}
              firstParameters={props.firstParameters ?? []}
              extraParameter={props.extraParameter}
              issues={check.issues}
              onCheck={() => void check.recheck(draft)}
              onJsonProblem={setJsonProblem}
              asJson={asJson}
            />
          </Inspector>
        }
        result={
          <div className="flex h-full flex-col">
            <Suspense>
              {logged.replay && <ReplayBar replay={logged.replay} run={run} onForget={logged.forget} />}
            </Suspense>
            <div className="min-h-0 flex-1">
              <ResultPane
                {...props}
                onDraftChange={next => {
                  onDraftChange(next)
                  if (!props.dock) tab.showRequest()
                }}
                onOpenExample={next => {
                  ;(props.onOpenExample ?? onDraftChange)(next)
                  if (!props.dock) tab.showRequest()
                }}
                stale={run !== null && !running && sent !== null && run.request.body !== toBody(sent.draft)}
                onRetry={props.onRetry ?? send}
                onGoToField={goToField}
                onShowRequest={() => tab.show('wire')}
                replay={replay}
              />
            </div>
            {props.dock && (
              // As wide as the text above it, which a scroll bar narrows.
              <div data-dock className="overflow-hidden [scrollbar-gutter:stable] [scrollbar-width:thin]">
                <div className="mx-auto w-full max-w-[800px] px-5 pt-2 pb-3 max-sm:px-3">
                  {props.dock(runBar)}
                </div>
              </div>
            )}
          </div>
        }
        http={
          <WhenShown shown={tab.out === 'wire'}>
            {isPending ? (
              placeholder
            ) : (
              <HttpView
                key={shown.label}
                contract={shown.contract}
                draft={shown.draft}
                run={shown.run}
                batch={isOwn ? runs : noRuns}
                batchTotal={isOwn ? total : 1}
                replay={isOwn ? replay : null}
                requestSwitch={requestSwitch}
                onShowResult={() => tab.show('result')}
              />
            )}
          </WhenShown>
        }
        code={
          <WhenShown shown={tab.out === 'code'}>
            {isPending ? (
              placeholder
            ) : (
              <CodeView
                key={`${shown.label} ${shown.contract.id}`}
                historyOf={contract.id}
                contract={shown.contract}
                draft={shown.draft}
                head={
                  <>
                    {requestSwitch}
                    {isOwn && props.codeHead}
                  </>
                }
                notes={isOwn && props.codeNotes}
                onStreamChange={isOwn ? setStream : undefined}
              />
            )}
          </WhenShown>
        }
        footer={
          <StatusFooter
            runs={props.summarized ?? runs}
            total={props.summarized?.length ?? total}
            estimate={props.estimate ?? null}
            contract={own.contract}
          />
        }
      />
    </>
  )
}

/** Mounts its children when first shown and keeps them mounted: hidden content costs nothing. */
function WhenShown({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  return seen ? children : null
}

/** Opens `?run=<id>` from this browser's history: the link back from a handoff. */
function useOpenRun(contract: string, onOpen: (entry: HistoryEntry) => void): void {
  const id = useSearchParams().get('run')

  const open = useEffectEvent(async (runId: string, left: AbortSignal) => {
    const entry = await (await loadHistory()).findRun(runId)
    if (left.aborted) return
    takeSearch('run')
    if (entry?.contract === contract) return onOpen(entry)
    showToast('Run not found in history', {
      description: 'It was deleted or replaced by newer runs.',
    })
  })

  useEffect(() => {
    if (id === null) return
    const leaving = new AbortController()
    void open(id, leaving.signal)
    return () => leaving.abort()
  }, [id])
}

const none: readonly DraftIssue[] = []

/** The contract's validation of the draft: on Run and, after an issue or a blur, again. */
function useDraftCheck(draft: Draft) {
  const [checked, setChecked] = useState<{ contract: string; issues: readonly DraftIssue[] }>()
  const found = checked?.contract === draft.contract ? checked.issues : none
  // The list of models may load after Run; the picker then selects one, and no field loses the focus.
  const issues = useMemo(() => withoutFilled(found, draft.body), [found, draft.body])

  async function check(subject: Draft): Promise<readonly DraftIssue[]> {
    // If the validator cannot be loaded, only the API validates.
    const found = await checkDraft(subject).catch(() => none)
    setChecked({ contract: subject.contract, issues: found })
    return found
  }
  /** On blur: a field that was never filled is not an error until Run. */
  async function recheck(subject: Draft): Promise<void> {
    const found = await checkDraft(subject)
    setChecked(before => {
      // Read the current state: issues found by Run may not be rendered yet when the field loses focus.
      const shown = before?.contract === subject.contract ? before.issues : none
      const known = new Set(shown.map(issue => issue.path))
      return {
        contract: subject.contract,
        issues: found.filter(issue => known.has(issue.path) || issue.code !== 'missing_required_parameter'),
      }
    })
  }
  return { issues, check, recheck }
}

/** Opens `?share=<secret>` of a short link; never runs it. */
function useShortLink({ contract, draft, onDraftChange, onOpened }: ShareLinkOptions): void {
  const secret = useSearchParams().get('share')

  const show = useEffectEvent((linked: Draft) => {
    takeSearch('share')
    const before = draft
    onDraftChange(linked)
    onOpened(linked)
    showToast('Opened from a link. Nothing has run.', {
      untilRun: true,
      action: { label: 'Undo', onSelect: () => onDraftChange(before) },
    })
  })

  const tell = useEffectEvent((error: unknown) => {
    takeSearch('share')
    showFailure('Could not open this link', error)
  })

  useEffect(() => {
    if (secret === null) return
    let wanted = true
    void load(secret, contract.id).then(
      linked => wanted && show(linked),
      (error: unknown) => wanted && tell(error),
    )
    return () => {
      wanted = false
    }
  }, [secret, contract.id])
}

async function load(secret: string, contract: string): Promise<Draft> {
  const [{ openShare }, { toDraft }] = await Promise.all([
    import('#components/playground/share/model/shares.ts'),
    import('#components/playground/share/model/share-link.ts'),
  ])
  return toDraft(await openShare(secret), [contract])
}

interface ShareLinkOptions {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  onOpened: (draft: Draft) => unknown
}

// Each event comes before the change it causes.
const interactions = ['pointerdown', 'keydown', 'beforeinput', 'input', 'paste', 'drop'] as const

/** Opens the draft in the URL fragment, also of a second link pasted over it; never runs it. */
function useShareLink({ contract, draft, onDraftChange, onOpened }: ShareLinkOptions): void {
  // The draft as opened by the link. The page itself may still complete it (default model, a list that loads), so
  // edits count from the first user action; the first edit then removes the fragment from the URL.
  const opened = useRef<string>(null)
  const waiting = useRef<AbortController>(null)
  const content = useMemo(() => toContent(draft), [draft])

  const markOpened = useEffectEvent(() => {
    waiting.current?.abort()
    opened.current = toContent(draft)
  })
  const open = useEffectEvent(async (left: AbortSignal) => {
    // Most URLs hold no request: load the decoder only when one does.
    if (!location.hash.startsWith('#v1.')) return
    const [{ readShareLink }, { ShareLinkError }] = await Promise.all([
      import('#components/playground/share/model/share-link.ts'),
      import('#lib/contracts/console/shared-request.ts'),
    ])
    try {
      const linked = await readShareLink(location.hash, [contract.id])
      if (linked === null || left.aborted) return
      const before = draft
      onDraftChange(linked)
      onOpened(linked)
      waiting.current?.abort()
      waiting.current = new AbortController()
      for (const interaction of interactions) {
        window.addEventListener(interaction, markOpened, { capture: true, signal: waiting.current.signal })
      }
      showToast('Opened from a link. Nothing has run.', {
        untilRun: true,
        action: { label: 'Undo', onSelect: () => onDraftChange(before) },
      })
    } catch (error) {
      if (!(error instanceof ShareLinkError)) throw error
      showToast('Could not open this link', { description: error.message })
    }
  })

  useEffect(() => {
    const leaving = new AbortController()
    void open(leaving.signal)
    const onHashChange = () => void open(leaving.signal)
    window.addEventListener('hashchange', onHashChange)
    return () => {
      window.removeEventListener('hashchange', onHashChange)
      leaving.abort()
      waiting.current?.abort()
    }
  }, [])

  useEffect(() => {
    if (opened.current === null || opened.current === content) return
    opened.current = null
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  }, [content])
}

/** The shareable part of the requests: a changed setting of another column is an edit too. */
function toContent({ body, others = [], apiFormats = [] }: Draft): string {
  return [...apiFormats, ...[body, ...others].map(each => toBody({ body: each }))].join('\n')
}

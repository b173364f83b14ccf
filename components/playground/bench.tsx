'use client'
import dynamic from 'next/dynamic'
import { lazy, Suspense, useRef, useState } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { toBody } from '#lib/client/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { BenchHeader } from './bench-header.tsx'
import { BenchPanes } from './bench-panes.tsx'
import type { BenchProps } from './bench-props.ts'
import { focusField } from './focus-field.ts'
import { RequestPane } from './request-pane.tsx'
import { ResultPane } from './result-pane.tsx'
import { RunBar } from './run-bar.tsx'
import { StatusFooter } from './status-footer.tsx'
import { useBenchCommands } from './use-bench-commands.ts'
import { useBenchTab } from './use-bench-tab.ts'
import { useDraftCheck } from './use-draft-check.ts'
import { useOpenRequest } from './use-open-request.ts'
import { useOpenRun } from './use-open-run.ts'
import { useParcel } from './use-parcel.ts'
import { useReplay } from './use-replay.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useShareLink } from './use-share-link.ts'
import { useShortLink } from './use-short-link.ts'
import { type ShownRequest, useShownRequest } from './use-shown-request.ts'
import { WhenShown } from './when-shown.tsx'

const WireView = dynamic(() => import('./wire-view.tsx').then(module => module.WireView), { ssr: false })
const CodeView = dynamic(() => import('./code-view.tsx').then(module => module.CodeView), { ssr: false })

const ReplayBar = lazy(() => import('./replay-bar.tsx').then(module => ({ default: module.ReplayBar })))
const OriginNote = lazy(() => import('./origin-note.tsx').then(module => ({ default: module.OriginNote })))

const noRuns: readonly Run[] = []
const noRequests: readonly ShownRequest[] = []

/** What every playground shares: request, run bar, Result | Wire | Code, footer, history, links and keys. */
export function Bench(props: BenchProps) {
  const { contract, draft, onDraftChange, run, onStop, ownFields } = props
  const running = props.running ?? run?.state === 'running'
  const runs = props.batch ?? (run === null ? noRuns : [run])
  const total = props.batchTotal ?? runs.length
  const tab = useBenchTab()
  const check = useDraftCheck(draft)
  const replay = useReplay(run, props.onReplay)
  const own = { label: props.title, contract, draft, run }
  const { shown, labels, choose } = useShownRequest(own, props.alternatives ?? noRequests)
  const isOwn = shown === own
  const requestSwitch = labels.length > 0 && (
    <Segmented
      label="Request"
      choices={labels.map(label => ({ value: label, label }))}
      value={shown.label}
      onChange={choose}
      className="self-start"
    />
  )
  const checking = useRef(false)
  const [asJson, setAsJson] = useState(false)
  const [jsonProblem, setJsonProblem] = useState<string | null>(null)
  const linked = { contract, draft, onDraftChange, onOpened: check.check }
  useShareLink(linked)
  useShortLink(linked)
  const logged = useOpenRequest({ contract: contract.id, draft, run, onDraftChange, onOpened: check.recheck })
  useOpenRun(contract.id, props.onOpenEntry ?? (entry => onDraftChange(entry.draft)))
  const openedParcel = useParcel({
    contract,
    draft,
    onOpenDraft(next) {
      tab.showRequest()
      if (props.onOpenDraft) return props.onOpenDraft(next)
      onDraftChange(next)
      return () => onDraftChange(draft)
    },
    // What is still to be written is no mistake yet.
    onOpened: check.recheck,
  })

  const send = () => {
    if (running || jsonProblem !== null) return
    tab.showResult()
    props.onRun()
  }
  const checkAndSend = async () => {
    // The first check loads the validator: until it is there, a second press is the same one.
    if (running || jsonProblem !== null || checking.current) return
    checking.current = true
    const [first] = await check.check(draft)
    checking.current = false
    if (first === undefined) return send()
    tab.showRequest()
    focusField(first.path)
  }
  const goToField = (path: string) => {
    setAsJson(false)
    tab.showRequest()
    focusField(path)
  }

  useResultKeys()
  useBenchCommands({
    contract,
    draft,
    onDraftChange,
    snippet: shown,
    tab,
    running,
    run: () => void checkAndSend(),
    stop: onStop,
  })

  return (
    <>
      <BenchHeader {...props} />
      {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
      <p role="status" className="sr-only">
        {openedParcel && `Opened ${openedParcel.origin.label}. Nothing has run.`}
      </p>
      <BenchPanes
        tab={tab}
        crowded={props.crowded ?? false}
        request={
          <RequestPane
            contract={contract}
            draft={draft}
            onDraftChange={onDraftChange}
            editor={
              <>
                <Suspense>
                  {draft.origin && <OriginNote origin={draft.origin} opened={openedParcel} />}
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
        }
        runBar={
          <RunBar
            running={running}
            again={run !== null}
            contract={contract}
            draft={draft}
            issues={check.issues}
            problem={jsonProblem}
            note={props.runBarNote}
            lastRun={run}
            {...(props.requests && { requests: props.requests })}
            onRun={() => void checkAndSend()}
            onSendAnyway={send}
            onStop={onStop}
            asJson={asJson}
            onAsJson={setAsJson}
          />
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
                  tab.showRequest()
                }}
                stale={run !== null && !running && run.request.body !== toBody(draft)}
                onRetry={props.onRetry ?? send}
                onGoToField={goToField}
                onShowRequest={() => tab.show('wire')}
                replay={replay}
              />
            </div>
          </div>
        }
        wire={
          <WhenShown shown={tab.out === 'wire'}>
            <WireView
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
          </WhenShown>
        }
        code={
          <WhenShown shown={tab.out === 'code'}>
            <CodeView
              key={shown.label}
              contract={shown.contract}
              draft={shown.draft}
              requestSwitch={requestSwitch}
            />
          </WhenShown>
        }
        footer={
          <StatusFooter runs={runs} total={total} estimate={props.estimate ?? null} contract={contract} />
        }
      />
    </>
  )
}

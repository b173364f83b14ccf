'use client'

import dynamic from 'next/dynamic'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import type { Replay } from '#components/playground/history/use-replay.ts'
import type { PlaygroundLayoutProps } from '#components/playground/layout/playground-layout-props.ts'
import { ErrorCard } from './error-card.tsx'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { estimateDraft } from '#components/playground/form/model/estimate.ts'
import { takesModel } from '#components/playground/form/model/takes-model.ts'
import type { ContractInfo, ExampleInfo } from '#lib/contracts/core/contract-info.ts'
import { exampleBody } from '#components/playground/form/example-body.ts'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { isCurl } from '#components/playground/code/is-curl.ts'
import { loadOpenCurl } from '#components/playground/code/load-open-curl.ts'

// After hydration: until the list of models has loaded, there is nothing to offer.
const ModelDownload = dynamic(
  () => import('#components/playground/form/model-download.tsx').then(module => module.ModelDownload),
  { ssr: false },
)
const Scrubber = lazy(() =>
  import('#components/playground/http/scrubber.tsx').then(module => ({ default: module.Scrubber })),
)

export interface ResultPaneProps extends PlaygroundLayoutProps {
  /** The draft has changed since the run shown. */
  stale: boolean
  onRetry: () => void
  onGoToField: (path: string) => void
  onShowRequest: () => void
  replay: Replay | null
}

export function ResultPane(props: ResultPaneProps) {
  const { contract, draft, onDraftChange, run, result, stale, replay, showsFailure = true } = props
  if (run === null && result === null)
    return (
      <EmptyState
        contract={contract}
        draft={draft}
        onDraftChange={onDraftChange}
        onOpenExample={props.onOpenExample ?? onDraftChange}
        head={props.emptyHead}
      />
    )
  const failed = (props.batch ?? [run]).find(each => each?.failure)
  return (
    <div className="flex h-full flex-col">
      {stale && (
        <p className="flex shrink-0 items-center gap-2 border-b border-line bg-sunken px-5 py-1 text-xs text-muted max-sm:px-3">
          Result of an earlier request
          <Button variant="link" className="text-xs" onClick={props.onShowRequest}>
            Show that request
          </Button>
        </p>
      )}
      {run && replay?.on && (
        <div className="shrink-0 border-b border-line bg-sunken px-5 py-1.5 max-sm:px-3">
          <Suspense>
            <Scrubber run={run} replay={replay} />
          </Suspense>
        </div>
      )}
      <div className="min-h-0 flex-1" aria-busy={run?.state === 'running'}>
        {result}
      </div>
      {showsFailure && failed && (
        <div className="max-h-[60%] shrink-0 overflow-auto border-t border-line p-3">
          <ErrorCard run={failed} onRetry={props.onRetry} onGoToField={props.onGoToField} />
        </div>
      )}
    </div>
  )
}

interface EmptyStateProps {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  onOpenExample: (draft: Draft) => void
  head: ReactNode
}

/** The empty result: three example requests, and importing a curl command. Both only fill the form. */
function EmptyState({ contract, draft, onDraftChange, onOpenExample, head }: EmptyStateProps) {
  const open = (example: ExampleInfo) =>
    onOpenExample({ contract: contract.id, body: exampleBody(example, draft) })
  return (
    <div className="scroll h-full">
      <div className="mx-auto flex max-w-[800px] flex-col gap-4 px-5 py-4 max-sm:px-4">
        {head}
        <ModelDownload model={typeof draft.body['model'] === 'string' ? draft.body['model'] : null} />
        <h2 className="text-base font-semibold">Start with an example</h2>
        <ul className="flex flex-col gap-2">
          {contract.examples.map(example => (
            <li key={example.title}>
              <button
                type="button"
                onClick={() => open(example)}
                className="w-full rounded-lg border border-line bg-card px-4 py-3 text-left hover:border-line-strong hover:bg-hover"
              >
                <span className="flex items-baseline justify-between gap-3">
                  <span className="font-medium">{example.title}</span>
                  {takesModel(contract) && (
                    <span className="text-xs text-muted">≈ {estimateDraft(example).tokens} tokens</span>
                  )}
                </span>
                <span className="text-muted">{example.description}</span>
              </button>
            </li>
          ))}
        </ul>
        <PasteCurl contract={contract} onDraftChange={onDraftChange} />
      </div>
    </div>
  )
}

/** Fills the form from a curl command; never runs it. */
function PasteCurl({
  contract,
  onDraftChange,
}: {
  contract: ContractInfo
  onDraftChange: (draft: Draft) => void
}) {
  const [text, setText] = useState('')
  const [notes, setNotes] = useState<readonly string[]>([])
  const open = async (command: string) => {
    setText(command)
    if (command.trim() === '') return setNotes([])
    const opened = await loadOpenCurl(command, contract)
    setNotes(opened.notes)
    if (opened.draft) onDraftChange(opened.draft)
  }
  return (
    <section aria-label="Import curl" className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">Import a curl command</h2>
      <TextArea
        aria-label="curl command"
        placeholder={
          contract.encoding === 'multipart'
            ? `curl …${contract.path} -F file=@report.pdf`
            : `curl …${contract.path} -d '{…}'`
        }
        spellCheck={false}
        className="font-mono text-[0.78125rem]"
        value={text}
        onChange={event => setText(event.target.value)}
        onPaste={event => {
          const pasted = event.clipboardData.getData('text/plain')
          if (!isCurl(pasted)) return
          event.preventDefault()
          void open(pasted)
        }}
      />
      <div className="flex items-start gap-3">
        <Button onClick={() => void open(text)} disabled={text.trim() === ''}>
          Import
        </Button>
        <ul aria-live="polite" className="min-w-0 flex-1 text-xs text-muted">
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

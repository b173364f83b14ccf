'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'
import { toBody } from '#lib/client/draft.ts'
import { BenchHeader } from './bench-header.tsx'
import { BenchPanes } from './bench-panes.tsx'
import type { BenchProps } from './bench-props.ts'
import { focusField } from './focus-field.ts'
import { RequestPane } from './request-pane.tsx'
import { ResultPane } from './result-pane.tsx'
import { RunBar } from './run-bar.tsx'
import { StatusFooter } from './status-footer.tsx'
import { useBenchTab } from './use-bench-tab.ts'
import { useDraftCheck } from './use-draft-check.ts'
import { useShareLink } from './use-share-link.ts'
import { WhenShown } from './when-shown.tsx'

const WireView = dynamic(() => import('./wire-view.tsx').then(module => module.WireView), { ssr: false })
const CodeView = dynamic(() => import('./code-view.tsx').then(module => module.CodeView), { ssr: false })

/** What every playground shares: request, run bar, Result | Wire | Code, footer, history, links and keys. */
export function Bench(props: BenchProps) {
  const { contract, draft, onDraftChange, run, onStop, ownFields } = props
  const running = props.running ?? run?.state === 'running'
  const tab = useBenchTab()
  const check = useDraftCheck(draft)
  const [asJson, setAsJson] = useState(false)
  const [jsonProblem, setJsonProblem] = useState<string | null>(null)
  useShareLink({ contract, draft, onDraftChange, onOpened: check.check })

  const send = () => {
    if (running || jsonProblem !== null) return
    tab.showResult()
    props.onRun()
  }
  const checkAndSend = async () => {
    if (running || jsonProblem !== null) return
    const issues = await check.check(draft)
    const first = issues[0]
    if (first === undefined) return send()
    tab.showRequest()
    focusField(first.path)
  }
  const goToField = (path: string) => {
    tab.showRequest()
    focusField(path)
  }

  useCommands([
    {
      id: 'run',
      label: 'Run',
      section: 'Run',
      shortcut: { key: 'Enter', mod: true },
      run: () => void checkAndSend(),
    },
    {
      id: 'stop',
      label: 'Stop',
      section: 'Run',
      shortcut: { key: 'Escape' },
      enabled: () => running && document.querySelector('[role=dialog], [role=listbox], [role=menu]') === null,
      run: onStop,
    },
    {
      id: 'result',
      label: 'Show the result',
      section: 'View',
      shortcut: { key: '1' },
      run: () => tab.show('result'),
    },
    {
      id: 'wire',
      label: 'Show the wire',
      section: 'View',
      shortcut: { key: '2' },
      run: () => tab.show('wire'),
    },
    {
      id: 'code',
      label: 'Show the code',
      section: 'View',
      shortcut: { key: '3' },
      run: () => tab.show('code'),
    },
    {
      id: 'main-input',
      label: 'Focus the main input',
      section: 'View',
      shortcut: { key: '/' },
      run: () => {
        tab.showRequest()
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-main-input]')?.focus())
      },
    },
    ...contract.examples.map(example => ({
      id: `example-${example.title}`,
      label: example.title,
      section: 'Example' as const,
      run: () => onDraftChange({ contract: contract.id, body: example.body }),
    })),
  ])

  return (
    <>
      <BenchHeader {...props} />
      <BenchPanes
        tab={tab}
        request={
          <RequestPane
            contract={contract}
            draft={draft}
            onDraftChange={onDraftChange}
            editor={props.editor}
            ownFields={ownFields}
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
            onRun={() => void checkAndSend()}
            onSendAnyway={send}
            onStop={onStop}
            asJson={asJson}
            onAsJson={setAsJson}
          />
        }
        result={
          <ResultPane
            {...props}
            stale={run !== null && !running && run.request.body !== toBody(draft)}
            onRetry={send}
            onGoToField={goToField}
            onShowRequest={() => tab.show('wire')}
          />
        }
        wire={
          <WhenShown shown={tab.out === 'wire'}>
            <WireView contract={contract} draft={draft} run={run} />
          </WhenShown>
        }
        code={
          <WhenShown shown={tab.out === 'code'}>
            <CodeView contract={contract} draft={draft} />
          </WhenShown>
        }
        footer={<StatusFooter run={run} contract={contract} />}
      />
    </>
  )
}

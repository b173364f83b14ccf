'use client'
import { useRef, useState } from 'react'
import { type Draft, toBody } from '#lib/client/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { type RunHandle, startRun } from '#lib/client/send.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { Bench } from './bench.tsx'

export function PlainPlayground({ title, contract }: { title: string; contract: ContractInfo }) {
  const [draft, setDraft] = useState<Draft>({ contract: contract.id, body: {} })
  const [run, setRun] = useState<Run | null>(null)
  const handle = useRef<RunHandle>(null)
  return (
    <Bench
      title={title}
      contract={contract}
      draft={draft}
      onDraftChange={setDraft}
      run={run}
      onRun={() => {
        handle.current = startRun({ path: contract.path, body: toBody(draft) }, { onUpdate: setRun })
      }}
      onStop={() => handle.current?.stop()}
      editor={null}
      result={
        run && (
          <pre className="p-4 break-words whitespace-pre-wrap">
            {run.response?.body ?? run.events.map(event => event.data).join('\n')}
          </pre>
        )
      }
      ownFields={[]}
    />
  )
}

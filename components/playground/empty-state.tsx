'use client'
import type { Draft } from '#lib/client/draft.ts'
import { estimateDraft } from '#lib/client/estimate.ts'
import { takesModel } from '#lib/client/takes-model.ts'
import type { ContractInfo, ExampleInfo } from '#lib/contracts/contract-info.ts'
import { exampleBody } from './example-body.ts'
import { ModelDownload } from './model-download.tsx'
import { PasteCurl } from './paste-curl.tsx'

export interface EmptyStateProps {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
}

/** Never a blank canvas: three requests to start from, and a curl to paste. Choosing one fills the form only. */
export function EmptyState({ contract, draft, onDraftChange }: EmptyStateProps) {
  const open = (example: ExampleInfo) =>
    onDraftChange({ contract: contract.id, body: exampleBody(example, draft) })
  return (
    <div className="scroll h-full">
      <div className="mx-auto flex max-w-[74ch] flex-col gap-4 px-5 py-6 max-sm:px-3">
        <ModelDownload model={typeof draft.body['model'] === 'string' ? draft.body['model'] : null} />
        <h2 className="text-base font-semibold">Start from an example</h2>
        <ul className="flex flex-col gap-2">
          {contract.examples.map(example => (
            <li key={example.title}>
              <button
                type="button"
                onClick={() => open(example)}
                className="w-full rounded-md border border-line bg-panel px-3 py-2.5 text-left hover:border-control"
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

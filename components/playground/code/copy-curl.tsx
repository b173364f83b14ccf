'use client'
import { Terminal } from 'lucide-react'
import { useApi } from '#components/playground/form/api-context.tsx'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { Button } from '#components/ui/button/button.tsx'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'

/** The API call behind a form: its path, and the whole request as a curl command to copy. */
export function CopyCurl({ contract, draft }: { contract: ContractInfo; draft: Draft }) {
  const { baseUrl } = useApi()
  return (
    <div className="flex items-center gap-2">
      <code className="min-w-0 flex-1 wrap-anywhere text-muted">
        {contract.method} {contract.path}
      </code>
      <Button
        size="small"
        onClick={() =>
          void import('./copy-snippet.ts').then(({ copyCurl }) => copyCurl(contract, draft, baseUrl))
        }
      >
        <Terminal size={14} aria-hidden />
        Copy curl
      </Button>
    </div>
  )
}

'use client'
import { lazy, Suspense } from 'react'
import type { Run } from '#lib/client/run.ts'
import type { TokenEstimate } from '#components/playground/run/model/run-usage.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'

// Loaded with the first run: there are no figures before.
const RunFigures = lazy(() =>
  import('#components/playground/run/run-figures.tsx').then(module => ({ default: module.RunFigures })),
)

export interface StatusFooterProps {
  runs: readonly Run[]
  /** Total number of runs. */
  total: number
  estimate: TokenEstimate | null
  contract: ContractInfo
}

/** The last request and its figures. Its height never changes. */
export function StatusFooter(props: StatusFooterProps) {
  const { runs, contract } = props
  const address = `${contract.method} ${contract.path}`
  return (
    <footer
      aria-label="Run metrics"
      className="flex min-h-8 items-center gap-2 pr-2 pl-5 text-xs whitespace-nowrap text-muted tabular-nums max-sm:px-4"
    >
      {runs.length === 0 ? (
        address
      ) : (
        <Suspense fallback={address}>
          <RunFigures {...props} />
        </Suspense>
      )}
    </footer>
  )
}

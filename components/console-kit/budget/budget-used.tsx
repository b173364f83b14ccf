import { Progress } from '#components/ui/data/progress.tsx'
import type { Budget } from '#lib/contracts/console/budgets.ts'
import { toAmount, formatBudget, formatReset, usedShare } from './format-budget.ts'

/** How much of a budget is spent, and when it resets. */
export function BudgetUsed({ budget, of }: { budget: Budget; of: string }) {
  const share = usedShare(budget)
  const label = `${toAmount(budget.spent_usd)} of ${formatBudget(budget)}`
  const reset = formatReset(budget)
  return (
    <div className="flex min-w-32 flex-col gap-0.5">
      <p className="tabular-nums">
        {label}
        {share >= 1 && <strong className="ml-1 font-medium text-bad">exhausted</strong>}
      </p>
      <Progress label={`Budget of ${of}`} value={Math.min(1, share)} max={1} text={label} />
      {reset !== null && <p className="text-muted">{reset}</p>}
    </div>
  )
}

import { classNames } from '#components/ui/class-names.ts'
import { Progress } from '#components/ui/data/progress.tsx'
import { usedShare, type Budget } from '#lib/contracts/console/budgets.ts'
import { formatBudget, formatReset, formatUsed, toAmount, warnOfShare } from './format-budget.ts'

/** How much of a budget is spent, and when it resets. */
export function BudgetUsed({ budget, of }: { budget: Budget; of: string }) {
  const share = usedShare(budget)
  const label = `${toAmount(budget.spent_usd)} of ${formatBudget(budget)}`
  const reset = formatReset(budget)
  const tone = warnOfShare(share)
  return (
    <div className="flex min-w-32 flex-col gap-0.5">
      <p className="tabular-nums">
        {label}
        {tone !== null && (
          <strong className={classNames('ml-1 font-medium', tone === 'bad' ? 'text-bad' : 'text-warn')}>
            {share >= 1 ? 'used up' : formatUsed(share)}
          </strong>
        )}
      </p>
      <Progress
        label={`Budget of ${of}`}
        value={Math.min(1, share)}
        max={1}
        text={label}
        tone={tone ?? undefined}
      />
      {reset !== null && <p className="text-muted">{reset}</p>}
    </div>
  )
}

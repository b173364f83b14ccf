import { classNames } from '#components/ui/class-names.ts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'
import { warnOfBudget } from './format-budget.ts'

/** Warnings about budgets that are nearly used up; nothing without any. */
export function BudgetBanner({ budgets }: { budgets: UsageAnswer['budgets'] }) {
  const warnings = budgets.flatMap(budget => warnOfBudget(budget) ?? [])
  if (warnings.length === 0) return null
  return (
    <div role="status" className="flex flex-col gap-2">
      {warnings.map(({ text, tone }) => (
        <p
          key={text}
          className={classNames(
            'rounded-md px-3 py-2',
            tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
          )}
        >
          {text}
        </p>
      ))}
    </div>
  )
}

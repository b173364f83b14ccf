import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'
import { type BudgetWarning, warnOfBudget, warnOfKeys } from './format-budget.ts'

/** Warnings about budgets that are nearly used up; nothing without any. */
export function BudgetBanner({
  budgets,
  keys_near_budget: keys,
}: Pick<UsageAnswer, 'budgets' | 'keys_near_budget'>) {
  const warnings = budgets.flatMap(budget => warnOfBudget(budget) ?? [])
  if (warnings.length === 0 && keys === null) return null
  return (
    <div role="status" className="flex flex-col gap-2">
      {warnings.map(({ text, tone }) => (
        <Warning key={text} tone={tone}>
          {text}
        </Warning>
      ))}
      {keys !== null && (
        <Warning tone={warnOfKeys(keys).tone}>
          <Link href="/team/keys" className="underline underline-offset-2">
            {warnOfKeys(keys).text}
          </Link>
        </Warning>
      )}
    </div>
  )
}

function Warning({ tone, children }: { tone: BudgetWarning['tone']; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'rounded-md px-3 py-2 wrap-anywhere',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      {children}
    </p>
  )
}

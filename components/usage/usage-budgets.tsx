import { BudgetUsed } from '#components/team/budget-used.tsx'
import type { UsageAnswer } from '#lib/contracts/team/usage.ts'

/** How much of a budget is used so far, whatever period the page shows. */
export function UsageBudgets({ budgets }: { budgets: UsageAnswer['budgets'] }) {
  if (budgets.length === 0) return null
  return (
    <ul aria-label="Budgets" className="flex flex-col gap-2">
      {budgets.map(budget => (
        <li key={budget.name} className="flex flex-col gap-0.5">
          <p className="font-medium">{budget.name}</p>
          <BudgetUsed budget={budget} of={budget.name} />
        </li>
      ))}
    </ul>
  )
}

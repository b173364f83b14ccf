import { Progress } from '#components/ui/progress.tsx'
import { formatCost, formatShare } from '#lib/client/format.ts'
import type { UsageAnswer } from '#lib/contracts/team/usage.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const periodWords = { day: 'today', week: 'this week', month: 'this month' } as const

/** How much of a budget is used so far, whatever period the page shows. */
export function UsageBudgets({ budgets }: { budgets: UsageAnswer['budgets'] }) {
  if (budgets.length === 0) return null
  return (
    <ul aria-label="Budgets" className="flex flex-col gap-2">
      {budgets.map(({ name, limit_usd: limit, spent_usd: spent, period, resets_at: resetsAt }) => (
        <li key={name} className="flex flex-col gap-1">
          <p className="flex flex-wrap gap-x-2">
            <span className="font-medium">{name}</span>
            <span>
              {formatCost(spent, false)} of {formatCost(limit, false)} {period && periodWords[period]}
            </span>
            <span className="text-muted">
              {limit > 0 && formatShare(spent / limit)}
              {resetsAt !== null && ` · begins anew on ${day.format(resetsAt)}`}
            </span>
          </p>
          <Progress
            label={`Budget of ${name}`}
            value={limit > 0 ? Math.min(100, (100 * spent) / limit) : 100}
            max={100}
          />
        </li>
      ))}
    </ul>
  )
}

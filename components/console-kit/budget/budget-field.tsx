'use client'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import type { BudgetPeriod } from '#lib/contracts/console/budgets.ts'
import type { BudgetDraft } from './budget-draft.ts'
import { explainBudget } from './format-budget.ts'

const noPeriod = 'all'
const periods: readonly { value: NonNullable<BudgetPeriod> | typeof noPeriod; label: string }[] = [
  { value: 'day', label: 'per day' },
  { value: 'week', label: 'per week' },
  { value: 'month', label: 'per month' },
  { value: noPeriod, label: 'total' },
]

/** The amount of a budget, and how often it resets. */
export function BudgetField({
  budget,
  of,
  rejectsUnpriced,
  error,
  onChange,
}: {
  budget: BudgetDraft
  of: 'key' | 'team'
  /** Whether budgets of the team reject models without a price; null: not known yet. */
  rejectsUnpriced: boolean | null
  error?: string | null | undefined
  onChange: (budget: BudgetDraft) => void
}) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
      <Field label="Budget (USD)" help={explainBudget(rejectsUnpriced, of)} error={error}>
        {ids => (
          <NumberField
            {...ids}
            min={0}
            decimalsMax={9}
            placeholder="No limit"
            value={budget.limitUsd}
            onChange={limitUsd => onChange({ ...budget, limitUsd })}
          />
        )}
      </Field>
      <Field label="Budget period">
        {({ id }) => (
          <NativeSelect
            id={id}
            choices={periods}
            value={budget.period ?? noPeriod}
            onChange={period => onChange({ ...budget, period: period === noPeriod ? null : period })}
          />
        )}
      </Field>
    </div>
  )
}

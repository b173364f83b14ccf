'use client'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import type { BudgetPeriod } from '#lib/contracts/console/budgets.ts'
import type { BudgetDraft } from './budget-draft.ts'

const noPeriod = 'all'
const periods: readonly { value: NonNullable<BudgetPeriod> | typeof noPeriod; label: string }[] = [
  { value: 'day', label: 'a day' },
  { value: 'week', label: 'a week' },
  { value: 'month', label: 'a month' },
  { value: noPeriod, label: 'in all' },
]

/** How much may be spent, and how often that begins anew. */
export function BudgetField({
  budget,
  error,
  onChange,
}: {
  budget: BudgetDraft
  error?: string | null | undefined
  onChange: (budget: BudgetDraft) => void
}) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
      <Field
        label="Budget in US dollars"
        help="Calls that may cost more than is left are refused. Models without a price cost nothing."
        error={error}
      >
        {ids => (
          <NumberField
            {...ids}
            min={0}
            placeholder="no limit"
            value={budget.limitUsd}
            onChange={limitUsd => onChange({ ...budget, limitUsd })}
          />
        )}
      </Field>
      <Field label="Budget for">
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

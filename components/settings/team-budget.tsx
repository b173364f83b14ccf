'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { setTeamBudget, teamBudgetQuery } from './model/team-budget.ts'
import type { Budget, BudgetTerms } from '#lib/contracts/console/budgets.ts'
import { toBudgetDraft, toTerms } from '#components/console-kit/budget/budget-draft.ts'
import { BudgetField } from '#components/console-kit/budget/budget-field.tsx'
import { BudgetUsed } from '#components/console-kit/budget/budget-used.tsx'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'

/** The team's budget and spend; admins can edit it. */
export function TeamBudget({ rejectsUnpriced }: { rejectsUnpriced: boolean | null }) {
  const queries = useQueryClient()
  const { createsKeys } = useApi()
  const query = useQuery({ ...teamBudgetQuery, enabled: createsKeys })
  if (!createsKeys) {
    return <ManagedElsewhere what="Budgets are managed" />
  }
  return (
    <ListState query={query}>
      {({ budget }) => (
        <BudgetForm
          key={JSON.stringify([budget?.limit_usd, budget?.period])}
          budget={budget}
          rejectsUnpriced={rejectsUnpriced}
          onSave={async terms => {
            queries.setQueryData(teamBudgetQuery.queryKey, await setTeamBudget(terms))
            showToast(terms === null ? 'Team budget removed' : 'Team budget updated')
          }}
        />
      )}
    </ListState>
  )
}

function BudgetForm({
  budget,
  rejectsUnpriced,
  onSave,
}: {
  budget: Budget | null
  rejectsUnpriced: boolean | null
  onSave: (terms: BudgetTerms | null) => Promise<void>
}) {
  const former = toBudgetDraft(budget)
  const [draft, setDraft] = useState(former)
  const { busy, problem, problemOf, submitForm } = useSubmit(['budget.limit_usd'])
  const changed = draft.limitUsd !== former.limitUsd || draft.period !== former.period
  return (
    <form className="flex max-w-xl flex-col gap-3" onSubmit={submitForm(() => onSave(toTerms(draft)))}>
      {budget !== null && <BudgetUsed budget={budget} of="the team" />}
      <BudgetField
        budget={draft}
        of="team"
        rejectsUnpriced={rejectsUnpriced}
        error={problemOf('budget.limit_usd')}
        onChange={setDraft}
      />
      <Problem text={problem} />
      <Button type="submit" className="self-start" disabled={busy || !changed} focusableWhenDisabled>
        {budget !== null && draft.limitUsd === null ? 'Remove budget' : 'Save budget'}
      </Button>
    </form>
  )
}

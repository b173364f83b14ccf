'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Select } from '#components/ui/select.tsx'
import { type UsageSort, usageSorts } from '#lib/contracts/team/usage-words.ts'
import type { ChangeUsagePlace } from './use-usage-place.ts'

const labels: Readonly<Record<Exclude<UsageSort, 'name'>, string>> = {
  requests: 'Requests',
  errors: 'Errors',
  prompt_tokens: 'Tokens in',
  completion_tokens: 'Tokens out',
  cost_usd: 'Cost',
  total_p50: 'Time to the end, p50',
  total_p95: 'Time to the end, p95',
  total_p99: 'Time to the end, p99',
  first_p50: 'Time to first event, p50',
  first_p95: 'Time to first event, p95',
  first_p99: 'Time to first event, p99',
}

/** Sorting where rows are cards, without names of columns to press. */
export function UsageSortChoice({
  name,
  sorted,
  down,
  go,
}: {
  name: string
  sorted: UsageSort
  down: boolean
  go: ChangeUsagePlace
}) {
  const choices = usageSorts.map(value => ({ value, label: value === 'name' ? name : labels[value] }))
  const Arrow = down ? ArrowDown : ArrowUp
  return (
    <div className="flex items-center gap-2 sm:hidden">
      <Select
        label="Sorted by"
        choices={choices}
        value={sorted}
        onChange={value => go({ sort: usageSorts.find(each => each === value) ?? null })}
        className="w-52"
      />
      <IconButton
        label={down ? 'Largest first' : 'Smallest first'}
        onClick={() => go({ down: !down, sort: sorted })}
      >
        <Arrow size={16} aria-hidden />
      </IconButton>
    </div>
  )
}

'use client'
import { X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { usageFields, type UsagePlace } from '#lib/client/usage/usage-place.ts'
import type { UsageAnswer } from '#lib/contracts/team/usage.ts'
import { dimensionLabels } from './usage-words.ts'
import type { ChangeUsagePlace } from './use-usage-place.ts'

/** The filters that are set, each a button that takes it away. */
export function UsageFilters({
  place,
  go,
  names,
}: {
  place: UsagePlace
  go: ChangeUsagePlace
  names: UsageAnswer['filters']
}) {
  const set = usageFields.filter(field => place.filter[field] !== undefined)
  if (set.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {set.map(field => {
        const { [field]: value, ...filter } = place.filter
        const name = names.find(each => each.field === field)?.name ?? value
        return (
          <li key={field} className="min-w-0">
            <Button
              className="max-w-full"
              aria-label={`Remove the filter ${dimensionLabels[field]}: ${name}`}
              onClick={() => go({ filter })}
            >
              <span className="text-muted">{dimensionLabels[field]}</span>
              <span className="truncate">{name}</span>
              <X size={16} aria-hidden />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

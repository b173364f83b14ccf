'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListState } from '#components/team/list-state.tsx'
import { TeamFrame } from '#components/team/team-frame.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/models.ts'
import { ModelTable } from './model-table.tsx'

const views = [
  { value: 'ready', label: 'Answer now' },
  { value: 'all', label: 'All that are known' },
] as const

/** What may be asked, by the names that requests use. */
export function ModelsPage() {
  const [view, setView] = useState<'ready' | 'all'>('ready')
  const models = useQuery(modelsQuery)
  return (
    <TeamFrame title="Models">
      <ListState query={models}>
        {list => {
          const shown = view === 'all' ? list : list.filter(isReady)
          return (
            <section aria-label="Models" className="flex flex-col gap-2">
              <div className="flex flex-wrap items-center gap-3">
                <Segmented
                  label="Which models"
                  choices={views}
                  value={view}
                  onChange={chosen => setView(chosen === 'all' ? 'all' : 'ready')}
                />
                <p className="text-muted">
                  {shown.length} of {list.length}
                </p>
              </div>
              <ModelTable models={shown} />
            </section>
          )
        }}
      </ListState>
    </TeamFrame>
  )
}

// Another server says nothing of it: what it lists answers.
function isReady({ state }: Model): boolean {
  return state === undefined || state === 'ready'
}

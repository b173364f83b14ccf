'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListState } from '#components/console-kit/list-state.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { Table } from '#components/ui/data/table.tsx'
import { formatCount } from '#lib/client/format.ts'

const views = [
  { value: 'ready', label: 'Available' },
  { value: 'all', label: 'All' },
] as const

/** The models that requests can name. */
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
                  label="Availability"
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

// A remote server reports no state: the models it lists are available.
function isReady({ state }: Model): boolean {
  return state === undefined || state === 'ready'
}

const stateLabels = {
  ready: 'ready',
  not_downloaded: 'not downloaded',
  downloading: 'downloading',
  not_configured: 'not configured',
} as const

/** Models with their known properties; unknown ones show a dash. */
function ModelTable({ models }: { models: readonly Model[] }) {
  return (
    <Table
      caption="Models"
      rows={models}
      rowKey={model => model.id}
      empty="No models available. Ask an admin to add a provider or download an embedded model."
      columns={[
        {
          id: 'id',
          label: 'Name',
          wide: true,
          cell: model => (
            <code className="inline-block text-sm break-all text-text select-all sm:min-w-48">
              {model.id}
            </code>
          ),
        },
        { id: 'type', label: 'Type', cell: model => model.type ?? '–' },
        { id: 'reads', label: 'Input', cell: model => model.input?.join(', ') ?? '–' },
        {
          id: 'window',
          label: 'Context',
          align: 'right',
          cell: model =>
            model.context_window === undefined ? '–' : `${formatCount(model.context_window)} tok`,
        },
        { id: 'price', label: 'Price in / out', align: 'right', cell: model => formatPrice(model) },
        { id: 'by', label: 'Provider', cell: model => model.owned_by ?? '–' },
        { id: 'state', label: 'State', cell: model => stateLabels[model.state ?? 'ready'] },
      ]}
    />
  )
}

function formatPrice({ price }: Model): string {
  return price === undefined ? '–' : `$${price.input} / $${price.output} per M tok`
}

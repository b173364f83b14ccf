'use client'
import { Table } from '#components/ui/table.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { Model } from '#lib/contracts/models.ts'

const stateWords = {
  ready: 'ready',
  not_downloaded: 'not downloaded',
  downloading: 'downloading',
  not_configured: 'not configured',
} as const

/** Models with what is known of them; what is not known is left open. */
export function ModelTable({ models }: { models: readonly Model[] }) {
  return (
    <Table
      caption="Models"
      rows={models}
      rowKey={model => model.id}
      empty="No model answers now. An administrator connects providers, or fetches embedded models."
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
        { id: 'type', label: 'For', cell: model => model.type ?? '–' },
        { id: 'reads', label: 'Reads', cell: model => model.input?.join(', ') ?? '–' },
        {
          id: 'window',
          label: 'Window',
          align: 'right',
          cell: model =>
            model.context_window === undefined ? '–' : `${formatCount(model.context_window)} tok`,
        },
        { id: 'price', label: 'Price in / out', align: 'right', cell: model => toPriceWords(model) },
        { id: 'by', label: 'From', cell: model => model.owned_by ?? '–' },
        { id: 'state', label: 'State', cell: model => stateWords[model.state ?? 'ready'] },
      ]}
    />
  )
}

function toPriceWords({ price }: Model): string {
  return price === undefined ? '–' : `$${price.input} / $${price.output} per M tok`
}

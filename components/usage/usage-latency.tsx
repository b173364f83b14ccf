import { type Column, Table } from '#components/ui/data/table.tsx'
import { formatCount, formatMs } from '#lib/client/format.ts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'
import { toCapabilityLabel } from './usage-labels.ts'

type Latency = UsageAnswer['latency'][number]

const percentiles = ['p50', 'p95', 'p99'] as const

/** Durations of successful requests, per capability. */
export function UsageLatency({ latency }: { latency: readonly Latency[] }) {
  if (latency.length === 0) return null
  return (
    <section aria-label="Latency" className="flex flex-col gap-2">
      <h2 className="font-semibold">Latency by capability</h2>
      <div className="overflow-x-auto">
        <Table
          caption="Latency by capability"
          rows={latency}
          rowKey={row => row.capability}
          empty="No successful requests in this period."
          columns={[
            {
              id: 'capability',
              label: 'Capability',
              wide: true,
              cell: row => toCapabilityLabel(row.capability),
            },
            figure('requests', 'Requests', row => formatCount(row.requests)),
            ...percentiles.map(each =>
              figure(`total_${each}`, `Duration ${each}`, row => formatMs(row.total_ms[each])),
            ),
            ...percentiles.map(each =>
              figure(`first_${each}`, `TTFT ${each}`, row => formatMs(row.first_ms?.[each] ?? null)),
            ),
          ]}
        />
      </div>
    </section>
  )
}

function figure(id: string, label: string, cell: Column<Latency>['cell']): Column<Latency> {
  return { id, label, align: 'right', cell }
}

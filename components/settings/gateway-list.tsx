'use client'
import { useQuery } from '@tanstack/react-query'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { Timestamp } from '#components/console-kit/timestamp.tsx'
import { Table } from '#components/ui/data/table.tsx'
import { askConsole } from '#lib/client/ask-console.ts'
import type { Gateways } from '#lib/contracts/console/gateways.ts'

const refreshMs = 10_000

async function listGateways(): Promise<Gateways> {
  const [{ gatewaysSchema }, answer] = await Promise.all([
    import('#lib/contracts/console/gateways.ts'),
    askConsole('GET', '/api/gateways'),
  ])
  return gatewaysSchema.parse(answer)
}

/** The gateways that serve requests with this database. */
export function GatewayList() {
  const query = useQuery({ queryKey: ['gateways'], queryFn: listGateways, refetchInterval: refreshMs })
  return (
    <Section
      title="Gateways"
      about="Instances that serve API requests with this database, seen in the last 20 seconds."
    >
      <ListState query={query}>
        {({ gateways }) =>
          gateways === null ? (
            <p className="text-muted">
              This server is the only gateway. With PostgreSQL, several can share a database and are listed
              here.
            </p>
          ) : (
            <Table
              caption="Gateways"
              rows={gateways}
              rowKey={({ id }) => id}
              empty="No gateway was seen in the last 20 seconds."
              columns={[
                {
                  id: 'id',
                  label: 'ID',
                  wide: true,
                  cell: ({ id }) => <code className="break-all">{id}</code>,
                },
                { id: 'version', label: 'Version', cell: ({ version }) => version ?? 'unknown' },
                {
                  id: 'started',
                  label: 'Started',
                  cell: ({ started_at: at }) => (at === null ? 'unknown' : <Timestamp time={at} />),
                },
                {
                  id: 'seen',
                  label: 'Last seen',
                  align: 'right',
                  cell: ({ silent_ms: ms }) => `${Math.round(ms / 1000)} s ago`,
                },
              ]}
            />
          )
        }
      </ListState>
    </Section>
  )
}

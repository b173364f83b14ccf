import type { SeenGateway } from '#lib/store/requests/open-requests.ts'
import type { Command } from '#lib/commands/command.ts'
import { toTable } from '#lib/commands/to-table.ts'
import { withStore } from '#lib/commands/with-store.ts'

export const gatewaysList: Command = {
  takes: '',
  summary: 'List the running gateways on this database, with version and schema.',
  options: { json: { type: 'boolean', description: 'Print JSON, for scripts' } },
  positionals: 0,

  async run({ config, terminal, options }) {
    const gateways = await withStore(config, store => store.openRequests.listGateways())
    if (options['json'] === true) return terminal.say(JSON.stringify(gateways))
    if (gateways.length === 0) return terminal.say(noneSeen)
    const head = ['ID', 'VERSION', 'SCHEMA', 'STARTED', 'LAST SEEN']
    terminal.say(toTable([head, ...gateways.map(toCells)]))
  },
}

// With SQLite only one can run, and it is not recorded.
const noneSeen =
  'No gateway was seen in the last 20 seconds. Gateways are recorded on PostgreSQL only; GET /readyz tells whether one is ready.'

function toCells({ id, version, schema, startedAt, silentMs }: SeenGateway): string[] {
  return [
    id,
    version ?? 'unknown',
    schema === null ? 'unknown' : String(schema),
    startedAt === null ? 'unknown' : new Date(startedAt).toISOString(),
    `${Math.max(0, Math.round(silentMs / 1000))} s ago`,
  ]
}

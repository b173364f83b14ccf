import { exportUsage } from '#lib/console/usage/usage-export.ts'
import { exportBill } from '#lib/console/usage/bill.ts'
import { readUsage } from '#lib/console/usage/usage.ts'
import { type AccessRow, row } from './access-row.ts'
import type { TestMember, TestTeam } from './test-team.ts'

const nobody = 401
const hour = '?from=1800000000000&to=1800003600000'
const ownKey = {
  name: 'an own key',
  make: (team: TestTeam, by: TestMember | null) => makeKey(team, by ?? team.members.owner),
}
const colleaguesKey = {
  name: "a colleague's key",
  make: (team: TestTeam, by: TestMember | null) =>
    makeKey(team, by?.role === 'owner' ? team.members.admin : team.members.owner),
}
const strangersKey = { name: "another team's key", make: (team: TestTeam) => makeKey(team, team.stranger) }
const stranger = { name: "another team's member", make: async (team: TestTeam) => team.stranger.id }

const routes = [
  { method: 'GET', path: '/api/usage', handler: readUsage },
  { method: 'GET', path: '/api/usage/export', handler: exportUsage },
] as const

const bill = { method: 'GET', path: '/api/usage/bill', handler: exportBill } as const

/** All members see the total; members see their own usage by group; admins see everything. */
export const usageRows: readonly AccessRow[] = [
  row({ ...bill, query: '?month=2026-11' }, [nobody, 403, 403, 200, 200]),
  row({ ...bill, query: '?month=2026-13' }, [nobody, 403, 403, 400, 400]),
  ...routes.flatMap(route => [
  row({ ...route, query: `${hour}&scope=team` }, [nobody, 200, 200, 200, 200]),
  row({ ...route, query: `${hour}&scope=team&measure=cost&sort=requests` }, [nobody, 200, 200, 200, 200]),
  row({ ...route, query: `${hour}&scope=mine&by=model` }, [nobody, 403, 200, 200, 200]),
  row({ ...route, query: `${hour}&scope=team&by=member` }, [nobody, 403, 403, 200, 200]),
  row({ ...route, query: `${hour}&scope=team&model=a` }, [nobody, 403, 403, 200, 200]),
  row({ ...route, query: `${hour}&scope=team&key=[id]`, target: ownKey }, [nobody, 403, 403, 200, 200]),
  row({ ...route, query: `${hour}&scope=mine&key=[id]`, target: ownKey }, [nobody, 403, 200, 200, 200]),
  row({ ...route, query: `${hour}&scope=mine&key=[id]`, target: colleaguesKey }, [nobody, 403, 404, 404, 404]),
  row({ ...route, query: `${hour}&key=[id]`, target: colleaguesKey }, [nobody, 403, 404, 200, 200]),
  row({ ...route, query: `${hour}&key=[id]`, target: strangersKey }, [nobody, 403, 404, 404, 404]),
  row({ ...route, query: `${hour}&member=[id]`, target: stranger }, [nobody, 403, 404, 404, 404]),
  row({ ...route, query: '?from=1&to=0' }, [nobody, 400, 400, 400, 400]),
  row({ ...route, query: `${hour}&zone=Nowhere/At-all` }, [nobody, 400, 400, 400, 400]),
  ]),
]

async function makeKey(team: TestTeam, by: TestMember): Promise<string> {
  const settings = { teamId: by.teamId, ownerId: by.id, name: 'target', kind: 'api', scopes: ['chat'] } as const
  return (await team.store.keys.create(settings)).key.id
}

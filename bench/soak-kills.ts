import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brokenPromises, startKillLoad } from '#e2e/support/kill-load.ts'
import { killProcess, processes } from '#e2e/support/kill-process.ts'
import { launchTeamServer, owner, passwordHash } from '#e2e/support/team-server.ts'
import { writtenRows } from '#e2e/support/written-rows.ts'
import { startUpstream } from './gateway-targets.ts'
import { median } from './gateway-measures.ts'
import { type Row, toRow } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'

const rowsOfABatchMax = 100
const readyMsMax = 5000
// A process that exits sooner after its start is restarted with a growing delay, which is meant for crash
// loops.
const livesMs = 31_000

/** Kills each process of the server this many times under load, and counts lost acknowledged writes. */
export async function soakKills(kills: number): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const upstream = await startUpstream()
  await using _upstream = upstream.process
  await using server = await launchTeamServer({
    dataDir,
    configuration: `providers: [{ id: scripted, kind: openai, baseUrl: "http://127.0.0.1:${upstream.port}/v1" }]`,
    environment: { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD_HASH: passwordHash },
  })
  const load = await startKillLoad(server)
  const acknowledged = new Set<string>()
  const backMs = { gateway: [] as number[], console: [] as number[], models: [] as number[] }
  for (let round = 0; round < kills; round++) {
    const lives = sleep(livesMs)
    for (const name of processes) {
      await sleep(livesMs / 10)
      for (const id of writtenRows(dataDir)) acknowledged.add(id)
      backMs[name].push(await killProcess(server, name))
    }
    await lives
  }
  const told = await load.stop()
  const broken = await brokenPromises(server, told)
  await server.stop()

  const rows = writtenRows(dataDir)
  const known = new Set(rows)
  const states = [...told.keys.values()]
  return [
    ...processes.flatMap(name => [
      toRow({
        name: `time until ${name} is ready again, maximum`,
        unit: 'ms',
        ours: Math.max(...backMs[name]),
        goal: readyMsMax,
      }),
      toRow({ name: `time until ${name} is ready again, median`, unit: 'ms', ours: median(backMs[name]) }),
    ]),
    toRow({ name: 'complete responses', unit: 'calls', ours: told.answered.size }),
    toRow({
      name: 'acknowledged rows lost',
      unit: 'rows',
      ours: missing(acknowledged, known),
      goal: 0,
    }),
    toRow({ name: 'duplicate rows', unit: 'rows', ours: rows.length - known.size, goal: 0 }),
    toRow({
      name: 'responses without a row yet, per kill of the gateway',
      unit: 'rows',
      ours: missing(told.answered, known) / kills,
      goal: rowsOfABatchMax,
    }),
    toRow({ name: 'keys created', unit: 'keys', ours: states.length }),
    toRow({
      name: 'keys revoked',
      unit: 'keys',
      ours: states.filter(state => state === 'revoked').length,
    }),
    toRow({ name: 'keys and revocations lost', unit: 'keys', ours: broken.length, goal: 0 }),
  ]
}

function missing(ids: ReadonlySet<string>, known: ReadonlySet<string>): number {
  return [...ids].filter(id => !known.has(id)).length
}
